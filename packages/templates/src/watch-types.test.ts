import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { renderMessage } from './render-message.js';
import { contextWith, SOUND, typeNamed } from './testing/load-files.js';
import { type WatchedTypes, watchTypes } from './watch-types.js';

const PATIENCE_MS = 30_000;
let dir: string;
let watched: WatchedTypes | undefined;
const write = async (path: string, text: string) => {
  await mkdir(join(dir, path, '..'), { recursive: true });
  await writeFile(join(dir, path), text);
};

/** A watch over a sound folder, and the next thing that it tells. */
const startWatch = async (debounceMs?: number) => {
  dir = await mkdtemp(join(tmpdir(), 'templates-'));
  for (const [path, text] of Object.entries(SOUND)) await write(path, text ?? '');
  const told: string[] = [];
  const waiting: ((what: string) => void)[] = [];
  const tell = (what: string) => {
    const next = waiting.shift();
    if (next) next(what);
    else told.push(what);
  };
  watched = await watchTypes(dir, {
    ...(debounceMs === undefined ? {} : { debounceMs }),
    onReload: () => tell('in use'),
    onRefused: (error) => tell(error.message),
  });
  const { catalog } = watched;
  const subject = () =>
    renderMessage(typeNamed(catalog, 'stock.low'), 'email', { locale: 'en', timezone: 'UTC', context: contextWith({}) })
      .subject;
  const next = () => {
    const what = told.shift();
    return what === undefined ? new Promise<string>((done) => waiting.push(done)) : Promise.resolve(what);
  };
  return { watched, catalog, subject, next };
};

afterEach(async () => {
  watched?.close();
  await rm(dir, { recursive: true, force: true });
});

describe('R-7.1 templates that change while Crier runs', () => {
  it('R-7.1 are in use without a restart, for whoever holds the catalog', { timeout: PATIENCE_MS }, async () => {
    const { catalog, subject, next } = await startWatch();
    const before = typeNamed(catalog, 'stock.low').templateVersion;
    await write('stock.low/email.en.subject.hbs', 'Order {{entity.id}}');
    expect(await next()).toBe('in use');
    expect(subject()).toBe('Order I-1');
    expect(typeNamed(catalog, 'stock.low').templateVersion).not.toBe(before);
  });

  it('R-7.1 stay as they were when a change is broken, which is told with file and line', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { catalog, subject, next } = await startWatch();
    const before = catalog.types;
    await write('stock.low/email.en.txt.hbs', 'a\n{{shout data.x}}');
    expect(await next()).toBe(`${dir}/stock.low/email.en.txt.hbs:2: there is no helper "shout"`);
    expect(catalog.types).toBe(before);
    expect(subject()).toBe('Stock of I-1 low');
    await write('stock.low/email.en.txt.hbs', 'Mended {{entity.id}}');
    expect(await next()).toBe('in use');
    expect(catalog.types).not.toBe(before);
  });

  it.each([
    [
      'a file that another takes the place of',
      async (text: string) => {
        await write('stock.low/new.tmp', text);
        await rename(join(dir, 'stock.low/new.tmp'), join(dir, 'stock.low/email.en.subject.hbs'));
      },
    ],
    [
      'a type’s folder that another takes the place of',
      async (text: string) => {
        const aside = await mkdtemp(join(tmpdir(), 'templates-aside-'));
        await cp(join(dir, 'stock.low'), join(aside, 'new'), { recursive: true });
        await writeFile(join(aside, 'new/email.en.subject.hbs'), text);
        await rename(join(dir, 'stock.low'), join(aside, 'old'));
        await rename(join(aside, 'new'), join(dir, 'stock.low'));
        await rm(aside, { recursive: true });
      },
    ],
  ])('R-7.1 are seen to change again and again: %s', { timeout: PATIENCE_MS }, async (_what, change) => {
    const { subject, next } = await startWatch();
    for (const word of ['one', 'two', 'three']) {
      await change(`${word} {{entity.id}}`);
      while (subject() !== `${word} I-1`) await next();
    }
  });

  it('R-7.1 can be read again at will, and never after the end', async () => {
    const { watched: watch, catalog, subject } = await startWatch(1_000_000);
    await write('stock.low/email.en.subject.hbs', 'Order {{entity.id}}');
    expect(await watch.reload()).toBe(true);
    expect(subject()).toBe('Order I-1');
    const { types } = catalog;
    watch.close();
    expect(await watch.reload()).toBe(false);
    expect(catalog.types).toBe(types);
  });
});
