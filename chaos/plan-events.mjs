// @ts-check
import { CHANNELS } from '@crier/domain';
import { notificationTypes } from './notification-types.mjs';
import { planPeople } from './people.mjs';
import { createRandom } from './random.mjs';

/**
 * @typedef {import('@crier/domain').Channel} Channel
 * @typedef {import('./people.mjs').Person} Person
 * @typedef {import('./notification-types.mjs').NotificationType} NotificationType
 * @typedef {{ kind: NotificationType, entity: { id: string, version?: number }, people: readonly Person[] }} Subject
 * @typedef {{ n: number, body: Record<string, unknown>, subject: Subject, deliveries: number, decided: number,
 *   cards: readonly string[], holds: boolean, repeat: boolean }} PlannedEvent
 *   `deliveries` it must become, and decisions against somebody (no template, no address); `cards` that it must leave in
 *   inboxes, by entity and person; `holds`: what stays unknown is not sent again; `repeat`: posted once more when accepted
 */

const MOST_RECIPIENTS = 3;
const WITHOUT_ADDRESS = 0.1;
const IN_BULK = 0.2;
const REPEATED = 0.05;
const WRITTEN_OUT = 0.3;
/** A further version of an entity that was told of: its cards in the inboxes collapse. */
const NEXT_VERSION = 0.2;

/** How many deliveries these people are on these channels. @param {readonly Person[]} people @param {readonly Channel[]} on */
const deliveriesTo = (people, on) =>
  people.reduce((sum, { devices }) => sum + on.length + (on.includes('push') ? devices.length - 1 : 0), 0);

/** @param {ReturnType<typeof createRandom>} random @param {readonly Channel[]} channels */
const some = (random, channels) => {
  const chosen = channels.filter(() => random.next() < 0.4);
  return chosen.length > 0 ? chosen : [random.pick(channels)];
};

/**
 * Events of every shipped type, in all lanes and over these channels, to a person or a few, with `deliveries` messages in
 * all. The same seed gives the same events; `occurredAt` is left to whoever posts them.
 *
 * @param {{ seed: number, deliveries: number, channels?: readonly Channel[] }} plan
 * @returns {PlannedEvent[]}
 */
export const planEvents = ({ seed, deliveries, channels = CHANNELS }) => {
  const random = createRandom(seed, 'events');
  const types = notificationTypes();
  const everybody = planPeople(deliveries);
  /** @type {PlannedEvent[]} */
  const events = [];

  /** @returns {Subject} */
  const newSubject = () => {
    const kind = random.pick(types);
    const first = random.int(0, everybody.length - 1);
    const people = Array.from(
      { length: random.int(1, MOST_RECIPIENTS) },
      (_, i) => everybody[(first + i) % everybody.length],
    );
    const entity = { ...kind.example.entity, id: `CHAOS-${seed}-${events.length}` };
    return { kind, entity, people: /** @type {Person[]} */ (people) };
  };
  /** @returns {Subject} */
  const nextVersion = () => {
    const { subject } = random.pick(events);
    const { version } = subject.entity;
    return version === undefined ? newSubject() : { ...subject, entity: { ...subject.entity, version: version + 1 } };
  };

  for (let left = deliveries; left > 0; ) {
    const subject = events.length > 0 && random.next() < NEXT_VERSION ? nextVersion() : newSubject();
    const { kind, entity, people } = subject;
    const asked = some(random, channels);
    const on = asked.filter((channel) => kind.channels.includes(channel));
    const addressless = asked.filter((channel) => channel !== 'inapp');
    const nobody = addressless.length > 0 && random.next() < WITHOUT_ADDRESS;
    const isWrittenOut = random.next() < WRITTEN_OUT;
    const isBulk = random.next() < IN_BULK;
    const repeat = random.next() < REPEATED;
    const own = deliveriesTo(people, on);
    // drawn again until it fits: a single person on a single channel always comes
    if (own > left) continue;
    const n = events.length;
    const named = people.map(({ devices, ...profile }) => (isWrittenOut ? profile : profile.id));
    const body = {
      ...kind.example,
      entity,
      recipients: [...named, ...(nobody ? [{ id: `nobody-${n}`, channels: addressless }] : [])],
      channels: asked,
      ...(isBulk ? { priority: 'bulk' } : {}),
    };
    const withoutTemplate = people.length * (asked.length - on.length);
    const decided = withoutTemplate + (nobody ? addressless.length : 0);
    const cards = on.includes('inapp') ? people.map(({ id }) => `${entity.id} ${id}`) : [];
    events.push({ n, body, subject, deliveries: own, decided, cards, holds: kind.holds, repeat });
    left -= own;
  }
  return events;
};
