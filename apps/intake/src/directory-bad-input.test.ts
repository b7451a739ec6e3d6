import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IntakeUnderTest, startIntake } from './intake.test-support.js';

let intake: IntakeUnderTest;
beforeAll(async () => {
  intake = await startIntake();
});
afterAll(() => intake.close());

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const BODIES: readonly [what: string, body: string | Buffer, status: number, type?: string][] = [
  ['nothing', '', 400],
  ['half a body', '{"kind":', 400],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
  ['another charset', '{}', 400, 'application/json; charset=utf-16'],
  ['a form', 'kind=fcm&token=a', 415, 'application/x-www-form-urlencoded'],
  ['a megabyte', `{"token":"${'a'.repeat(1024 * 1024)}"}`, 413],
  ['a number', '7', 422],
  ['null', 'null', 422],
  ['a list of lists', '[[[[]]]]', 422],
  ['nesting of thousands', deep(2_000), 422],
  ['thousands of fields', `{${Array.from({ length: 1_000 }, (_, i) => `"k${i}":1`).join()}}`, 422],
  ['a prototype', '{"__proto__":{"categories":{}},"kind":"fcm"}', 422],
  ['U+0000', '{"categories":{"a\\u0000":{}},"token":"a\\u0000"}', 422],
  ['half of a character', '{"categories":{"\\ud83d":{}},"token":"\\ud83d"}', 422],
  ['wrong kinds everywhere', '{"categories":7,"quietHours":[],"timezone":{},"kind":[],"token":{}}', 422],
];
const ROUTES: readonly (readonly [method: string, path: string])[] = [
  ['PUT', '/v1/recipients/x/preferences'],
  ['POST', '/v1/recipients/x/push-tokens'],
];
const PATHS = [
  ['GET', '/v1/recipients/a%0D%0Ab/preferences', 422],
  ['GET', `/v1/recipients/${'a'.repeat(129)}/preferences`, 422],
  ['GET', '/v1/recipients/%E2%80%A8/preferences', 422],
  ['GET', '/v1/recipients/%E0%A4%A/preferences', 400],
  ['DELETE', '/v1/recipients/x/push-tokens/%00', 404],
  ['DELETE', "/v1/suppressions/'; DROP TABLE people; --", 404],
  ['POST', '/v1/recipients/%00/inbox-token', 422],
] as const;

describe('R-1.5 the directory answers nonsense with a problem document, and keeps nothing of it', () => {
  describe.each(ROUTES)('%s %s', (method, path) => {
    it.each(BODIES)('%s', async (_what, body, status, type = 'application/json') => {
      const answer = await intake.send(method, path, body, { 'content-type': type });
      expect([answer.status, answer.json.status]).toEqual([status, status]);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(answer.json.errors.length).toBeLessThanOrEqual(50);
      expect(await intake.sql`SELECT FROM people`).toHaveLength(0);
    });
  });

  it.each(PATHS)('%s %s', async (method, path, status) => {
    const answer = await intake.send(method, path);
    expect([answer.status, answer.json.status]).toEqual([status, status]);
    expect(await intake.sql`SELECT FROM people`).toHaveLength(0);
  });
});
