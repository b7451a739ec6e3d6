import { readPersonToken } from '@crier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DIRECTORY, type IntakeUnderTest, startIntake } from '../intake.test-support.js';

let intake: IntakeUnderTest;
beforeAll(async () => {
  intake = await startIntake();
});
afterAll(() => intake.close());

it('R-10.2 gives a token that opens this person’s inbox for an hour, and tells nobody who it is', async () => {
  const before = Date.now();
  const { status, headers, json } = await intake.send('POST', '/v1/recipients/sita/inbox-token');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  const [row] = await intake.sql<{ n: number }[]>`SELECT n FROM people WHERE external_id = 'sita'`;
  const read = (nowMs: number) => readPersonToken(DIRECTORY.linkSecrets, 'inbox', json.token, nowMs);
  const end = Date.parse(json.expiresAt);
  expect(end - before).toBeGreaterThanOrEqual(3_600_000);
  expect(end - before).toBeLessThan(3_630_000);
  expect(read(end - 1)).toEqual({ kind: 'valid', person: row?.n });
  expect(read(end)).toEqual({ kind: 'expired' });
  expect(Buffer.from(json.token.split('.')[0], 'base64url').toString()).not.toContain('sita');
});

it('R-10.2 of each person is another’s never', async () => {
  const subject = async (id: string) => {
    const { json } = await intake.send('POST', `/v1/recipients/${id}/inbox-token`);
    return readPersonToken(DIRECTORY.linkSecrets, 'inbox', json.token, Date.now());
  };
  expect(await subject('otto')).not.toEqual(await subject('sita'));
  expect(await subject('otto')).toEqual(await subject('otto'));
  expect((await intake.send('POST', '/v1/recipients/a%0Ab/inbox-token')).status).toBe(422);
});
