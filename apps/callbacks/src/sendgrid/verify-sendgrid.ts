import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { ConfigError } from '@crier/runtime';
import { unverified } from '../http/problem-error.js';
import type { KeyStore } from '../keys/key-store.js';
import type { SandboxKeys } from '../keys/sandbox-keys.js';

export interface SendgridTrust {
  readonly keys: KeyStore;
  /** SendGrid's own; undefined = none is believed. */
  readonly publicKey: KeyObject | undefined;
  readonly sandbox: SandboxKeys | undefined;
}

export interface SignedBody {
  /** Headers X-Twilio-Email-Event-Webhook-Signature and -Timestamp. */
  readonly signature: string | undefined;
  readonly timestamp: string | undefined;
  readonly body: Buffer;
}

/** Reads SENDGRID_WEBHOOK_PUBLIC_KEY: SPKI DER in base64, as SendGrid's settings page shows it. Throws ConfigError. */
export const readSendgridKey = (text: string | undefined): KeyObject | undefined => {
  if (text === undefined) return undefined;
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ec') return key;
  } catch {}
  throw new ConfigError(
    'SENDGRID_WEBHOOK_PUBLIC_KEY is no ECDSA public key: copy it from SendGrid, Mail Settings, Event Webhook, Signature Verification',
  );
};

/**
 * 403 unless SendGrid (or the sandbox, where that is trusted) signed it: ECDSA with SHA-256 over timestamp and raw body. The
 * timestamp is not judged: SendGrid repeats what failed for a day and does not say whether it signs anew, and an event that
 * somebody replays says nothing that is not in the record already. 503 without the sandbox's key.
 */
export const verifySendgrid = async (
  signed: SignedBody,
  { keys, publicKey, sandbox }: SendgridTrust,
): Promise<void> => {
  const { signature, timestamp, body } = signed;
  if (signature === undefined || timestamp === undefined)
    throw unverified('It is not signed: switch on Signature Verification in SendGrid.');
  const data = Buffer.concat([Buffer.from(timestamp), body]);
  const fits = (key: KeyObject): boolean =>
    key.asymmetricKeyType === 'ec' && verify('sha256', data, key, Buffer.from(signature, 'base64'));
  if (publicKey !== undefined && fits(publicKey)) return;
  if (sandbox !== undefined && (await keys.signed(sandbox.sendgrid, fits))) return;
  throw unverified(
    publicKey === undefined && sandbox === undefined
      ? 'SENDGRID_WEBHOOK_PUBLIC_KEY is not set, so nothing is believed.'
      : 'The signature does not fit the body.',
  );
};
