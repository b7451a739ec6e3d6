/** An answer over HTTP, whatever its status; the body is read as JSON where it is some. */
export interface AxiosAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What SDKs over axios throw: axios's own error, or theirs with the status as its code. Only a cut answer has a response. */
interface AxiosFailure extends Error {
  readonly code?: unknown;
  readonly response?: { readonly status?: number; readonly headers: Readonly<Record<string, string>> };
}

/** The answer whose body was cut off: its status and headers came whole. Undefined if there was none. */
export const cutAnswer = (error: AxiosFailure): AxiosAnswer | undefined => {
  const { code, response } = error;
  const statusCode = typeof code === 'number' ? code : response?.status;
  return statusCode && response ? { statusCode, headers: response.headers, body: undefined } : undefined;
};
