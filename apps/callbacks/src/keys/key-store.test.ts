import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, it } from 'vitest';
import { createKeyStore } from './key-store.js';

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
const same = (one: KeyObject) => (other: KeyObject) => one.equals(other);
const never = () => false;

/** A store over a network in which each address has its key, and a clock that stands until it is moved. */
const setUp = () => {
  const keys = new Map<string, KeyObject>();
  const fetched: string[] = [];
  let nowMs = 0;
  const store = createKeyStore({
    monotonicMs: () => nowMs,
    fetchText: async (url) => {
      fetched.push(url);
      const key = keys.get(url);
      if (key === undefined) throw new Error(`nothing at ${url}`);
      return key.export({ type: 'spki', format: 'pem' }).toString();
    },
  });
  return { store, keys, fetched, pass: (ms: number) => (nowMs += ms) };
};

it('R-10.1 fetches five keys a second at most, whoever asks for them, and then says to come again', async () => {
  const { store, fetched, pass } = setUp();
  const ask = () =>
    Promise.allSettled(Array.from({ length: 50 }, (_, n) => store.signed(`https://sns/${n}.pem`, never)));
  const answers = await ask();
  expect(fetched).toHaveLength(5);
  for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  pass(1_000);
  await ask();
  expect(fetched).toHaveLength(10);
});

it('R-10.1 keeps a key that has verified something, however many strange ones are tried', async () => {
  const { store, keys, fetched, pass } = setUp();
  const good = pair();
  keys.set('good', good);
  expect(await store.signed('good', same(good))).toBe(true);
  const strange = pair();
  for (let n = 0; n < 60; n++) {
    pass(1_000);
    keys.set(`strange-${n}`, strange);
    expect(await store.signed(`strange-${n}`, never)).toBe(false);
  }
  expect(await store.signed('good', same(good))).toBe(true);
  expect(fetched.filter((url) => url === 'good')).toHaveLength(1);
});

it('R-10.1 takes the new key of an owner who has changed it', async () => {
  const { store, keys, pass } = setUp();
  const [old, fresh] = [pair(), pair()];
  keys.set('url', old);
  expect(await store.signed('url', same(old))).toBe(true);
  keys.set('url', fresh);
  pass(1_000);
  expect(await store.signed('url', same(fresh))).toBe(true);
  expect(await store.signed('url', same(fresh))).toBe(true);
});
