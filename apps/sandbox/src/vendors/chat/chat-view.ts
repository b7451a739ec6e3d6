import { escapeHtml } from './markup.js';

/** What a chat shows of a message. */
export interface ChatView {
  readonly title: string;
  /** The body of a document, made by us: whatever came in it has been escaped. */
  readonly html: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of four vendors, read defensively
export type Json = any;

export const listOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
export const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Names and values as a table; both are HTML already. */
export const table = (rows: readonly { name: string; value: string }[]): string =>
  rows.length === 0
    ? ''
    : `<table>${rows.map(({ name, value }) => `<tr><th>${name}</th><td>${value}</td></tr>`).join('')}</table>`;

const STYLE = `
  body { margin: 20px; font: 15px/1.45 system-ui, sans-serif; color: #1d1c1d; }
  article { max-width: 640px; padding: 14px 18px; border: 1px solid #ddd; border-left: 4px solid var(--bar, #ccc); border-radius: 8px; }
  .from { display: flex; gap: 8px; align-items: baseline; margin: 0 0 10px; color: #616061; font-size: 13px; }
  .from b { color: #1d1c1d; font-size: 15px; } h1 { margin: 0 0 10px; font-size: 18px; } h2 { margin: 14px 0 4px; font-size: 15px; }
  p, table { margin: 0 0 8px; } th { padding: 2px 18px 2px 0; text-align: left; vertical-align: top; font-weight: 600; white-space: nowrap; }
  td { overflow-wrap: anywhere; } a { color: #1264a3; } .button { display: inline-block; margin: 4px 6px 4px 0; padding: 5px 12px; border: 1px solid #bbb; border-radius: 6px; text-decoration: none; }
  .sign { display: inline-block; width: .7em; height: .7em; border-radius: 50%; }
  mark { padding: 0 3px; border-radius: 3px; background: #ffd7d2; color: #a8261c; font-weight: 600; }`;

const SIGNS: Readonly<Record<string, string>> = { '🔴': '#d6362b', '🟠': '#e08a00', '✅': '#23915a', '📋': '#8a8f98' };

/** Signs of a state are drawn: not every machine has a font with emoji. */
const drawn = (html: string): string =>
  html.replace(/🔴|🟠|✅|📋/gu, (sign) => `<span class="sign" style="background:${SIGNS[sign]}"></span>`);

/** The message as a document of its own, with the chat's name on top. */
export const chatDocument = (chat: string, room: string, html: string, colour = ''): string => {
  const bar = /^#[0-9a-f]{6}$/i.test(colour) ? ` style="--bar:${colour}"` : '';
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(chat)}</title><style>${STYLE}</style></head>` +
    `<body><p class="from"><b>Crier</b> in ${escapeHtml(chat)} · ${escapeHtml(room)}</p><article${bar}>${drawn(html)}</article></body></html>`
  );
};
