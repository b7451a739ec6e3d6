import { createLambdaRenderer, createLocalRenderer } from '@crier/documents';
import type { DocumentRenderer, Settings } from '@crier/domain';

/** The renderer that the settings name: AWS Lambda, or threads of this process (R-5.2a). */
export const openRenderer = (settings: Settings): DocumentRenderer => {
  const timeoutMs = settings.DOCUMENT_TIMEOUT_MS;
  if (settings.PDF_LAMBDA_NAME !== undefined)
    return createLambdaRenderer({
      functionName: settings.PDF_LAMBDA_NAME,
      region: settings.PDF_LAMBDA_REGION,
      endpoint: settings.PDF_LAMBDA_ENDPOINT,
      timeoutMs,
    });
  return createLocalRenderer({
    timeoutMs,
    ...(settings.DOCUMENT_CONCURRENCY === 0 ? {} : { size: settings.DOCUMENT_CONCURRENCY }),
  });
};
