import type { Settings } from '@crier/domain';

/** What the provider sandbox signs with (apps/sandbox/README.md). */
export interface SandboxKeys {
  readonly topicArn: string;
  /** Where its keys are; they change at each of its starts. */
  readonly sns: string;
  readonly sendgrid: string;
}

const TOPIC_ARN = 'arn:aws:sns:us-east-1:000000000000:crier-ses';

/**
 * Undefined unless CALLBACK_TRUST_SANDBOX is 1. The sandbox is where SES and SendGrid are pointed at, else at its own port
 * here: the address of a key in a callback is believed by nobody.
 */
export const sandboxKeysOf = (settings: Settings): SandboxKeys | undefined => {
  if (settings.CALLBACK_TRUST_SANDBOX !== '1') return undefined;
  const here = `http://127.0.0.1:${settings.SANDBOX_PORT}`;
  return {
    topicArn: TOPIC_ARN,
    sns: new URL('/sandbox/keys/sns.pem', settings.SES_ENDPOINT ?? here).href,
    sendgrid: new URL('/sandbox/keys/sendgrid.pem', settings.SENDGRID_BASE_URL).href,
  };
};
