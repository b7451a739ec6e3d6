import { DocumentRefused, type DocumentRenderer, type DocumentRequest } from '@crier/domain';
import type { LambdaAnswer } from './lambda-answer.js';

/**
 * The function that AWS Lambda runs: the same renderer behind the same contract (R-5.2a). What can never be rendered is an answer,
 * so that the caller does not try it again; any other error is the function's own, and Lambda says so.
 */
export const createLambdaHandler =
  (renderer: Pick<DocumentRenderer, 'render'>) =>
  async (request: DocumentRequest): Promise<LambdaAnswer> => {
    try {
      return { pdf: Buffer.from(await renderer.render(request)).toString('base64') };
    } catch (error) {
      if (error instanceof DocumentRefused) return { refused: error.message };
      throw error;
    }
  };
