import { createLambdaHandler, createLocalRenderer, type LambdaAnswer } from '@crier/documents';
import type { DocumentRequest } from '@crier/domain';

/** Lambda runs one request at a time in each of its instances, and ends what takes longer than the function's own limit. */
const LONGEST_MS = 300_000;

/** The function of PDF_LAMBDA_NAME: handler `dist/lambda.handler`, on Node.js 20 or newer. Its threads start with the first request. */
export const handler: (request: DocumentRequest) => Promise<LambdaAnswer> = createLambdaHandler(
  createLocalRenderer({ size: 1, timeoutMs: LONGEST_MS }),
);
