import { generateKeyPairSync } from 'node:crypto';
import type { OutgoingPush, ProviderAnswer } from '@crier/domain';
import { type Reply, respond } from '../vendor-endpoint.test-support.js';
import { createFcm, type FcmSettings } from './fcm.js';
import { push } from './push-message.test-support.js';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const accountKey = pair.publicKey;

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  respond(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

export const token = (access_token: string, expires_in = 3_599): Reply =>
  json(200, { access_token, expires_in, token_type: 'Bearer' });

export const accepted = (name: string): Reply => json(200, { name });

/** FCM's error: `own` is its own code, in the details; without one Google's front has refused. */
export const failed = (
  status: number,
  rpc: string,
  more: { own?: string; message?: string; fields?: readonly string[] } = {},
  headers: Record<string, string> = {},
): Reply => {
  const fieldViolations = more.fields?.map((field) => ({ field, description: 'Invalid' }));
  const details = [
    ...(fieldViolations ? [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }] : []),
    ...(more.own ? [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: more.own }] : []),
  ];
  return json(status, { error: { code: status, message: more.message ?? 'Words.', status: rpc, details } }, headers);
};

export const settings = (baseUrl: string, tokenUrl: string): FcmSettings => ({
  projectId: 'erp-prod',
  clientEmail: 'crier@erp-prod.iam.gserviceaccount.com',
  privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  baseUrl,
  tokenUrl,
  timeoutMs: 5_000,
  sockets: 5,
  nowMs: () => 1_796_000_000_000,
});

/** One send by a fresh provider; its sockets are closed again. */
export const sendThrough = async (
  own: FcmSettings,
  message: OutgoingPush = push(),
  signal = AbortSignal.timeout(5_000),
): Promise<ProviderAnswer> => {
  const fcm = createFcm(own);
  try {
    return await fcm.send(message, signal);
  } finally {
    fcm.close();
  }
};
