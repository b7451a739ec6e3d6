// @ts-check
import { PUSH_KINDS } from '@crier/domain';
import { forEach } from './for-each.mjs';

/**
 * @typedef {{ id: string, name: string, email: string, phone: string, whatsapp: string,
 *   devices: readonly import('@crier/domain').PushKind[] }} Person
 */

const SECOND_DEVICE_EVERY = 3;
/** Few enough to meet again and again, and so many that one gets a few hundred messages at most on each channel. */
const countFor = (/** @type {number} */ deliveries) => Math.max(40, Math.ceil(deliveries / 200));

/** @returns {Person} */
const person = (/** @type {number} */ n) => {
  const phone = `+97798${10_000_000 + n}`;
  const devices = PUSH_KINDS.filter(
    (_, kind) => kind === n % PUSH_KINDS.length || (n % SECOND_DEVICE_EVERY === 0 && kind === 1),
  );
  return { id: `u-${n}`, name: `Person ${n}`, email: `person-${n}@example.com`, phone, whatsapp: phone, devices };
};

/** Whom a run of so many deliveries writes to: each has every address, one device or two. */
export const planPeople = (/** @type {number} */ deliveries) =>
  Array.from({ length: countFor(deliveries) }, (_, n) => person(n));

const call = async (/** @type {string} */ url, /** @type {RequestInit} */ init) => {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${init.method} ${url} answered ${response.status}: ${await response.text()}`);
};

/**
 * Puts them into the directory, with their devices, while nothing is broken yet. Returns every address as the sandbox lists it.
 *
 * @param {readonly Person[]} people
 * @param {{ intakeUrl: string, apiKey: string, sandbox: { subscribe(): Promise<{ id: string, endpoint: string, keys: object }> } }} at
 */
export const registerPeople = async (people, { intakeUrl, apiKey, sandbox }) => {
  /** @type {Set<string>} */
  const addresses = new Set();
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const say = (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body) =>
    call(`${intakeUrl}/v1/recipients/${path}`, { method, headers, body: JSON.stringify(body) });

  const device = async (/** @type {string} */ kind, /** @type {string} */ id) => {
    if (kind !== 'webpush') {
      const token = Buffer.from(`${kind} of ${id}`.padEnd(32)).toString('hex');
      return { address: token, body: { kind, token } };
    }
    const { id: address, endpoint, keys } = await sandbox.subscribe();
    return { address, body: { kind, subscription: { endpoint, keys } } };
  };

  await forEach(people, async ({ id, devices, ...profile }) => {
    await say('PUT', id, profile);
    for (const address of [profile.email, profile.phone, profile.whatsapp]) addresses.add(address);
    for (const kind of devices) {
      const { address, body } = await device(kind, id);
      await say('POST', `${id}/push-tokens`, body);
      addresses.add(address);
    }
  });
  return [...addresses];
};
