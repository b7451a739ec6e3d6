import { z } from 'zod';
import { DOCUMENT_WAIT_MS } from '../documents/document-wait.js';
import { int, optionalText, urlText } from './fields.js';
import { HTTP } from './provider-settings.js';

/** How business documents are made and where they are kept (R-5.1, R-5.2a). */
export const documentSettings = {
  DOCUMENT_STORE: z
    .enum(['file', 's3'], { error: 'must be one of: file, s3' })
    .default('file')
    .describe('Where documents are kept: file = DOCUMENT_DIR, s3 = S3_BUCKET'),
  DOCUMENT_DIR: z
    .string()
    .default('.local/documents')
    .describe(
      'Folder of the documents, shared by documents, inbox and senders; a relative one is under the installation',
    ),
  DOCUMENT_TIMEOUT_MS: int(30_000, 'Longest that rendering or storing one document may take, in ms', 1_000),
  DOCUMENT_WAIT_MS: int(DOCUMENT_WAIT_MS, 'Longest that a message waits for its document, in ms', 1_000),
  DOCUMENT_LINK_DAYS: int(30, 'How long a message’s link to its document works, in days', 1, 3_650),
  DOCUMENT_CONCURRENCY: int(0, 'Documents that one app renders at once; 0 = as many as the machine has cores'),
  S3_BUCKET: optionalText('Bucket of the documents'),
  S3_REGION: z.string().default('us-east-1').describe('AWS region of the bucket'),
  S3_ENDPOINT: urlText(HTTP).optional().describe('Other server that speaks S3; default AWS'),
  S3_PREFIX: z.string().default('').describe('In front of every object’s name, such as crier/documents/'),
  PDF_LAMBDA_NAME: optionalText('Name or ARN of the AWS Lambda function that renders documents; default: here'),
  PDF_LAMBDA_REGION: z.string().default('us-east-1').describe('AWS region of that function'),
  PDF_LAMBDA_ENDPOINT: urlText(HTTP).optional().describe('Other endpoint for Lambda; default AWS'),
};
