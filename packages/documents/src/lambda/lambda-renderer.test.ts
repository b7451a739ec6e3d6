import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DocumentRefused, type DocumentRenderer, type DocumentRequest } from '@crier/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkWithQpdf } from '../read-pdf.test-support.js';
import { requestFor } from '../requests.test-support.js';
import { createLocalRenderer } from '../typesetting/local-renderer.js';
import { createLambdaHandler } from './handler.js';
import { createLambdaRenderer, LambdaFailed } from './lambda-renderer.js';

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}

const local = createLocalRenderer({ size: 1, timeoutMs: 30_000 });
const handler = createLambdaHandler(local);
const render = async (request: DocumentRequest): Promise<Answer> => ({ body: JSON.stringify(await handler(request)) });

let server: Server;
let renderer: DocumentRenderer;
/** What Lambda does with a request; a function that renders, unless a test says otherwise. */
let behave: (request: DocumentRequest) => Promise<Answer> = render;
let calls: string[] = [];

const readBody = async (message: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const part of message) body += String(part);
  return body;
};

beforeAll(async () => {
  // The Invoke call of Lambda's API, as its SDK speaks it.
  server = createServer(async (request, response) => {
    calls.push(`${request.method} ${request.url}`);
    const { status = 200, headers = {}, body } = await behave(JSON.parse(await readBody(request)) as DocumentRequest);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  renderer = createLambdaRenderer({ functionName: 'papers', region: 'us-east-1', endpoint, timeoutMs: 20_000 });
});
beforeEach(() => {
  behave = render;
  calls = [];
});
afterAll(async () => {
  await Promise.all([renderer.close(), local.close()]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('R-5.2a rendering in AWS Lambda', () => {
  it('gives the very bytes that the local renderer gives', async () => {
    const request = requestFor('invoice', 'ne-NP');
    const pdf = await renderer.render(request);
    checkWithQpdf(pdf);
    expect(Buffer.compare(pdf, await local.render(request))).toBe(0);
    expect(calls).toEqual(['POST /2015-03-31/functions/papers/invocations']);
  }, 30_000);

  it('hands on what can never be rendered', async () => {
    const bad = renderer.render(requestFor('invoice', 'en', { total: undefined }));
    await expect(bad).rejects.toThrow(DocumentRefused);
    await expect(bad).rejects.toThrow('/data/total');
  });

  it.each<[string, Answer]>([
    ['the function throws', { headers: { 'X-Amz-Function-Error': 'Unhandled' }, body: '{"errorMessage":"boom"}' }],
    ['the answer is no JSON', { body: 'no' }],
    ['the answer has no PDF', { body: '{"pdf":""}' }],
  ])('fails in a way that may pass when %s', async (_, answer) => {
    behave = async () => answer;
    await expect(renderer.render(requestFor('invoice', 'en'))).rejects.toThrow(LambdaFailed);
  });

  it.each([429, 500])('asks once, and fails in a way that may pass, when Lambda answers %i', async (status) => {
    behave = async () => ({ status, body: '{"message":"later"}' });
    const error = await renderer.render(requestFor('invoice', 'en')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(DocumentRefused);
    expect(calls).toHaveLength(1);
  });

  it('lets go when it is told to', async () => {
    const stop = new AbortController();
    behave = () => new Promise(() => stop.abort());
    await expect(renderer.render(requestFor('invoice', 'en'), stop.signal)).rejects.toThrow();
  });
});
