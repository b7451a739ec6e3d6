import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Channel } from '@crier/domain';
import { loadTypes } from '../load/load-types.js';
import { TemplateLoadError } from '../load/template-load-error.js';
import type { NotificationType, TypeCatalog } from '../notification-type.js';
import type { RenderContext } from '../render-context.js';
import { type RenderMessageInput, renderMessage } from '../render-message.js';
import type { RenderedEmail, RenderedFor } from '../rendered-message.js';

type Files = Readonly<Record<string, string | null>>;

export const MANIFEST = JSON.stringify({
  description: 'A stock alert.',
  category: 'stock',
  lane: 'transactional',
  channels: ['email'],
});
const FIXTURE = JSON.stringify({
  entity: { type: 'item', id: 'I-1', version: 1 },
  occurredAt: '2026-11-30T08:15:00.000Z',
  recipient: { name: 'Zoë' },
  data: {},
});

export const SOUND: Files = {
  'stock.low/manifest.json': MANIFEST,
  'stock.low/fixture.json': FIXTURE,
  'stock.low/email.en.subject.hbs': 'Stock of {{entity.id}} low',
  'stock.low/email.en.html.hbs': '<p>Stock of {{entity.id}} low</p>',
  'stock.low/email.en.txt.hbs': 'Stock of {{entity.id}} low',
};

/** Loads a templates folder that holds the sound type `stock.low`, changed by `files` (null removes one). */
export const loadFiles = async (files: Files = {}): Promise<TypeCatalog> => {
  const dir = await mkdtemp(join(tmpdir(), 'templates-'));
  try {
    for (const [path, text] of Object.entries({ ...SOUND, ...files })) {
      if (text === null) continue;
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), text);
    }
    return await loadTypes(dir);
  } finally {
    await rm(dir, { recursive: true });
  }
};

/** The `file:line: message` lines that loading these files fails with. */
export const loadProblems = async (files: Files): Promise<string[]> => {
  const outcome = await loadFiles(files).catch((error: unknown) => error);
  if (!(outcome instanceof TemplateLoadError)) throw new Error('these files load');
  return outcome.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
};

export const typeNamed = (catalog: TypeCatalog, name: string): NotificationType => {
  const type = catalog.types.get(name);
  if (!type) throw new Error(`there is no type ${name}`);
  return type;
};

export const contextWith = (data: Record<string, unknown>, rest: Partial<RenderContext> = {}): RenderContext => ({
  type: 'stock.low',
  entity: { type: 'item', id: 'I-1', version: 1 },
  occurredAt: '2026-11-30T08:15:00.000Z',
  recipient: { name: 'Zoë' },
  links: {
    preferences: 'https://crier.example/p?token=1',
    unsubscribe: 'https://crier.example/u?token=1',
    document: null,
  },
  ...rest,
  data,
});

interface Rendering extends Partial<RenderMessageInput> {
  readonly subject?: string;
  readonly html?: string;
  readonly txt?: string;
  readonly files?: Files;
  readonly data?: Record<string, unknown>;
}

/** Renders the email of `stock.low` with the given parts and data. */
export const renderParts = async ({ files, data = {}, ...given }: Rendering): Promise<RenderedEmail> => {
  const parts = Object.fromEntries(
    (['subject', 'html', 'txt'] as const)
      .filter((part) => given[part] !== undefined)
      .map((part) => [`stock.low/email.en.${part}.hbs`, given[part] as string]),
  );
  const type = typeNamed(await loadFiles({ ...parts, ...files }), 'stock.low');
  const { locale = 'en', timezone = 'UTC', context = contextWith(data) } = given;
  return renderMessage(type, 'email', { locale, timezone, context });
};

/** Renders a message of another channel of `stock.low`, which has these parts. */
export const renderChannel = async <C extends Channel>(
  channel: C,
  parts: Readonly<Record<string, string>>,
  { files, data = {}, locale = 'en' }: Pick<Rendering, 'files' | 'data' | 'locale'> = {},
): Promise<RenderedFor<C>> => {
  const own = Object.fromEntries(
    Object.entries(parts).map(([part, text]) => [`stock.low/${channel}.en.${part}.hbs`, text]),
  );
  const type = typeNamed(await loadFiles({ ...own, ...files }), 'stock.low');
  return renderMessage(type, channel, { locale, timezone: 'UTC', context: contextWith(data) });
};
