import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validateEvent } from '@crier/domain';
import { describe, expect, it } from 'vitest';
import { checkTypes } from './check-types.js';
import { loadTypes } from './load/load-types.js';
import { maskSecrets } from './mask-secrets.js';
import { renderEmail } from './render-email.js';
import { loadFiles, MANIFEST, typeNamed } from './testing/load-files.js';

const root = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const shipped = await loadTypes(root('templates'));
const names = [...shipped.types.keys()];

interface Example {
  type: string;
  entity: { type: string; id: string; version: number };
  occurredAt: string;
  expiresAt?: string;
  data: Record<string, unknown> & {
    lines?: Record<string, number>[];
    subtotal?: number;
    total?: number;
    tax?: { amount: number };
  };
  recipients: { id: string; name: string; email: string; locale: string; timezone: string }[];
}
const example = (name: string): Example => JSON.parse(readFileSync(root(`examples/${name}.json`), 'utf8')) as Example;

describe('R-7.4 the check', () => {
  it('R-7.4 finds nothing wrong with what is shipped', () => {
    expect(checkTypes(shipped)).toEqual([]);
  });

  const manifest = (fields: object) => ({
    'stock.low/manifest.json': JSON.stringify({ ...JSON.parse(MANIFEST), ...fields }),
  });
  const ne = {
    'stock.low/email.ne.subject.hbs': 'कम',
    'stock.low/email.ne.html.hbs': 'कम',
    'stock.low/email.ne.txt.hbs': '{{data.x}}',
  };
  const other = Object.fromEntries(
    ['manifest.json', 'fixture.json', 'email.en.subject.hbs', 'email.en.html.hbs', 'email.en.txt.hbs'].map((file) => [
      `stock.gone/${file}`,
      file.startsWith('email')
        ? 'Gone'
        : file === 'manifest.json'
          ? MANIFEST
          : '{"entity":{"type":"item","id":"I-2","version":1},"occurredAt":"2026-11-30T08:15:00Z","recipient":{"name":null},"data":{}}',
    ]),
  );
  const faults: [string, Record<string, string>, RegExp][] = [
    [
      'an unknown variable',
      { 'stock.low/email.en.txt.hbs': 'a\n{{data.x}}' },
      /stock\.low\/email\.en\.txt\.hbs:2: data\.x is missing/,
    ],
    ['an unknown variable of another locale', ne, /stock\.low\/email\.ne\.txt\.hbs:1: data\.x is missing/],
    [
      'a locale that other types have',
      { ...ne, 'stock.low/email.ne.txt.hbs': 'कम', ...other },
      /email is not written in ne, other types are/,
    ],
    [
      'an over-long subject',
      { ...manifest({ subjectMaxLength: 20 }), 'stock.low/email.en.subject.hbs': 'x'.repeat(21) },
      /the subject has 21 characters, the manifest allows 20/,
    ],
    ['an empty subject', { 'stock.low/email.en.subject.hbs': ' \n' }, /the subject is empty/],
    ['a secret that is not there', manifest({ secret: ['data.token'] }), /secret: the fixture has no data\.token/],
  ];
  it.each(faults)('R-7.4 reports %s', async (_what, files, expected) => {
    const problems = checkTypes(await loadFiles(files));
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(expected)]);
  });
});

describe('the shipped types', () => {
  it('travel in their lanes', () => {
    for (const { name, manifest } of shipped.types.values())
      expect([name, manifest.lane, manifest.maxLane]).toEqual(
        name === 'password.reset' ? [name, 'critical', 'critical'] : [name, 'transactional', 'transactional'],
      );
    expect(typeNamed(shipped, 'password.reset').manifest).toMatchObject({
      mandatory: true,
      expiresInMs: 900_000,
      secret: ['data.resetUrl'],
    });
  });

  it('each have an example, and each example a type', () => {
    expect(
      readdirSync(root('examples'))
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.replace(/\.json$/, ''))
        .sort(),
    ).toEqual(names);
  });

  it.each(names)('the example of %s is a valid event', (name) => {
    const typeRules = (type: string) => shipped.types.get(type)?.manifest;
    const body = example(name);
    const context = { typeRules, nowMs: Date.parse(body.occurredAt), maxAgeDays: 400 };
    expect(validateEvent(body, context)).not.toHaveProperty('errors');
  });

  it.each(names)('R-7.1 the example of %s renders for each of its recipients, true on its own', (name) => {
    const { type, entity, occurredAt, expiresAt, data, recipients } = example(name);
    expect({ type, expiresAt }).toEqual({ type: name, expiresAt: undefined });
    for (const { name: person, email, locale, timezone } of recipients) {
      expect(email).toMatch(/@/);
      const context = { type, entity, occurredAt, data, recipient: { name: person } };
      const rendered = renderEmail(typeNamed(shipped, name), { locale, timezone, context });
      expect(rendered.subject).toContain(entity.id);
      expect(rendered.subject).toMatch(/\b(approved|changed|issued|posted|requested)\b/);
      expect(rendered.text).toContain(`Dear ${person},`);
      expect(rendered.text).not.toMatch(/[\u00a0\u202f]|&amp;|\{\{|undefined|\n\n\n/);
      expect(rendered.html).not.toMatch(/\{\{|undefined|\[object/);
      expect(rendered.html).toContain('<!DOCTYPE html>\n<html lang="en"');
    }
  });

  it.each(names.filter((name) => example(name).data.total !== undefined))(
    'the sums of the example of %s add up',
    (name) => {
      const { lines = [], subtotal, tax, total } = example(name).data;
      for (const line of lines) expect(line.amount).toBe((line.quantity ?? 0) * (line.unitPrice ?? 0));
      expect(subtotal).toBe(lines.reduce((sum, line) => sum + (line.amount ?? 0), 0));
      expect(total).toBe((subtotal ?? 0) + (tax?.amount ?? 0));
    },
  );

  it('never show a secret in a masked copy', () => {
    for (const type of shipped.types.values())
      for (const path of type.manifest.secret) {
        const value = path.split('.').reduce<unknown>((at, step) => Reflect.get(at as object, step), type.fixture);
        const masked = renderEmail(type, { locale: 'en', timezone: 'UTC', context: maskSecrets(type, type.fixture) });
        const real = renderEmail(type, { locale: 'en', timezone: 'UTC', context: type.fixture });
        expect(real.text).toContain(value);
        expect(masked.text).not.toContain(value);
        expect(masked.html).not.toContain(new URL(String(value)).searchParams.get('token'));
      }
  });
});
