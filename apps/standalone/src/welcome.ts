import type { Settings } from '@crier/domain';
import type { Place } from './places.js';

const DEFAULT_PASSWORD = 'admin';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * A command for any POSIX shell and any folder that posts the example with the present instant in `occurredAt`, so that it
 * is a new event on any day and every time (twice within one second it is the same event).
 */
const curlCommand = (at: { intakeUrl: string; apiKey: string; exampleFile: string }): string =>
  [
    `sed 's/"occurredAt": "[^"]*"/"occurredAt": "'"$(date -u +%Y-%m-%dT%H:%M:%SZ)"'"/' ${quoted(at.exampleFile)} |`,
    `  curl -sS ${quoted(`${at.intakeUrl}/v1/events`)} -H ${quoted(`Authorization: Bearer ${at.apiKey}`)} \\`,
    `    -H 'Content-Type: application/json' --data-binary @-`,
  ].join('\n');

const withoutPassword = (url: string): string => {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
};

const NOTES: Readonly<Record<string, (settings: Settings) => string>> = {
  intake: () => 'events are posted here',
  callbacks: () => 'providers report here what became of a message',
  inbox: () => 'people read their messages and documents and say what they want here',
  board: ({ BOARD_USER, BOARD_PASSWORD }) =>
    `log in as ${BOARD_USER} / ${BOARD_PASSWORD === DEFAULT_PASSWORD ? BOARD_PASSWORD : '(BOARD_PASSWORD)'}`,
  sandbox: () => 'what the providers got: open /sandbox',
};

/** What to know once everything runs: addresses, the board's login, and how to post an event. */
export const welcome = (
  settings: Settings,
  places: readonly Place[],
  files: { readonly exampleFile: string; readonly logFile: string },
): string => {
  const doors = places.filter(({ name }) => NOTES[name] !== undefined).reverse();
  const intake = places.find(({ name }) => name === 'intake');
  const rows = [
    ...doors.map(({ name, url }) => [name, url, NOTES[name]?.(settings) ?? '']),
    ['postgres', withoutPassword(settings.DATABASE_URL), ''],
    ['redis', withoutPassword(settings.REDIS_URL), ''],
    ['log', files.logFile, ''],
  ];
  const first = Math.max(...rows.map(([name = '']) => name.length));
  const second = Math.max(...doors.map(({ url }) => url.length));
  const table = rows.map(([name = '', where = '', note = '']) =>
    `  ${name.padEnd(first)}  ${where.padEnd(second)}  ${note}`.trimEnd(),
  );
  const post =
    intake === undefined || settings.CRIER_API_KEY === undefined
      ? 'Post events with a key of your own: npx crier keys create'
      : `Post an event:\n\n${curlCommand({ intakeUrl: intake.url, apiKey: settings.CRIER_API_KEY, exampleFile: files.exampleFile })}`;
  return `\n${table.join('\n')}\n\n${post}\n`;
};
