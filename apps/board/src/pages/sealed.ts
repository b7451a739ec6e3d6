/** What is shown loads nothing and runs nothing, whatever its template says: no picture tells anybody that it was looked at. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;

/** An email's HTML as the content of a sandboxed frame. */
export const sealed = (message: string): string =>
  /<head[^>]*>/i.test(message) ? message.replace(/<head[^>]*>/i, (head) => head + POLICY) : POLICY + message;
