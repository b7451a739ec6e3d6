// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { CHANNELS, defaultOnUnknown } from '@crier/domain';

/**
 * @typedef {import('@crier/domain').Channel} Channel
 * @typedef {{ example: { entity: { id: string, version?: number } } & Record<string, unknown>, type: string,
 *   channels: readonly Channel[], holds: boolean }} NotificationType
 *   `channels`: those that it has a template for; `holds`: what stays unknown is not sent again
 */

const EXAMPLES = new URL('../examples/', import.meta.url);
const TEMPLATES = new URL('../templates/', import.meta.url);

const json = (/** @type {URL} */ url) => JSON.parse(readFileSync(url, 'utf8'));

/** @returns {NotificationType} */
const readType = (/** @type {string} */ type) => {
  const parts = readdirSync(new URL(`${type}/`, TEMPLATES)).map((name) => name.split('.')[0]);
  const manifest = json(new URL(`${type}/manifest.json`, TEMPLATES));
  return {
    example: json(new URL(`${type}.json`, EXAMPLES)),
    type,
    channels: CHANNELS.filter((channel) => parts.includes(channel)),
    holds: (manifest.onUnknown ?? defaultOnUnknown(manifest.lane)) === 'hold',
  };
};

/** Every shipped type that there is an example of. */
export const notificationTypes = () =>
  readdirSync(EXAMPLES)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readType(name.slice(0, -'.json'.length)));
