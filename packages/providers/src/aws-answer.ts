import { type ProviderAnswer, parseRetryAfterMs } from '@crier/domain';
import { ambiguous, CONFIGURATION, type CodeMeaning, provesRefusal, refused } from './code-table.js';
import { networkAnswer } from './network-error.js';

/** One AWS service: the class of the errors that its SDK could read, and its table. */
export interface AwsService {
  readonly exception: abstract new (...args: never[]) => Error;
  readonly isListed: (code: string) => boolean;
  readonly meaning: (code: string, message: string, status: number) => CodeMeaning;
}

/** What the SDK hangs on its errors: the answer, also when it could not read it (a proxy's page, a cut answer). */
interface AwsError extends Error {
  readonly $response?: { readonly statusCode?: number; readonly headers?: Readonly<Record<string, string>> };
}

const fromAnswer = (service: AwsService, error: AwsError, status: number, nowMs: number): ProviderAnswer => {
  const readable = error instanceof service.exception && status >= 300;
  const code = readable ? error.name : `http_${status}`;
  const message = readable ? error.message : 'The provider’s answer could not be read.';
  if (!provesRefusal(status) && !service.isListed(code)) return ambiguous(code, message, status);
  const retryAfterMs = parseRetryAfterMs(error.$response?.headers?.['retry-after'], nowMs);
  const meaning = service.meaning(code, readable ? message : '', status);
  return refused(meaning, { code, status, message, retryAfterMs, unmapped: !service.isListed(code) });
};

/** What an AWS SDK's throw proves about the message (R-4.7, R-4.9a). */
export const awsAnswer = (service: AwsService, thrown: unknown, nowMs: number): ProviderAnswer => {
  const error: AwsError = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error.name === 'CredentialsProviderError')
    return refused(CONFIGURATION, { code: 'no_credentials', message: 'No AWS credentials were found.' });
  const status = error.$response?.statusCode;
  return status === undefined ? networkAnswer(error) : fromAnswer(service, error, status, nowMs);
};
