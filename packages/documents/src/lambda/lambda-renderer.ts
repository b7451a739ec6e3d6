import { DocumentRefused, type DocumentRenderer } from '@crier/domain';
import type { LambdaAnswer } from './lambda-answer.js';

export interface LambdaRendererOptions {
  /** Name or ARN of the function; it runs `createLambdaHandler`. */
  readonly functionName: string;
  readonly region: string;
  readonly endpoint: string | undefined;
  /** Longest that one document may take, in ms. */
  readonly timeoutMs: number;
}

/** Lambda, or the function in it, did not render the document. It may next time. */
export class LambdaFailed extends Error {
  override readonly name = 'LambdaFailed';
}

const readAnswer = (payload: Uint8Array | undefined): LambdaAnswer => {
  try {
    return JSON.parse(Buffer.from(payload ?? []).toString()) as LambdaAnswer;
  } catch {
    throw new LambdaFailed('the function answered with something else than JSON');
  }
};

/** The SDK is loaded by who renders there only. */
const openClient = async ({ region, endpoint }: Pick<LambdaRendererOptions, 'region' | 'endpoint'>) => {
  const sdk = await import('@aws-sdk/client-lambda');
  const settings = { region, ...(endpoint === undefined ? {} : { endpoint }), maxAttempts: 1 };
  return { sdk, client: new sdk.LambdaClient(settings) };
};

/** Renders in AWS Lambda: the request goes as it is, the PDF comes back in the answer. */
export const createLambdaRenderer = (options: LambdaRendererOptions): DocumentRenderer => {
  const { functionName, timeoutMs } = options;
  const opened = openClient(options);
  return {
    render: async (request, signal) => {
      const { sdk, client } = await opened;
      const call = new sdk.InvokeCommand({ FunctionName: functionName, Payload: Buffer.from(JSON.stringify(request)) });
      const ends = [AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])];
      const { FunctionError, Payload } = await client.send(call, { abortSignal: AbortSignal.any(ends) });
      if (FunctionError !== undefined) throw new LambdaFailed(`the function failed: ${FunctionError}`);
      const answer = readAnswer(Payload);
      if ('refused' in answer) throw new DocumentRefused(answer.refused);
      if (typeof answer.pdf !== 'string' || answer.pdf === '')
        throw new LambdaFailed('the function answered with no PDF');
      return Buffer.from(answer.pdf, 'base64');
    },
    close: async () => (await opened).client.destroy(),
  };
};
