import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crier } from '../cli.test-support.js';

const installation = fileURLToPath(new URL('../../../../', import.meta.url));
const here = { installation, readText: async (file: string) => readFileSync(join(installation, file), 'utf8') };
const run = (...args: string[]) => crier(['templates', ...args], {}, here);
const PATIENCE_MS = 120_000;
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'templates-'));
  for (const name of ['_partials', 'stock.low'])
    cpSync(join(installation, 'templates', name), join(copy, name), { recursive: true });
});
afterAll(() => rmSync(copy, { recursive: true }));

describe('R-7.4 crier templates check', () => {
  it('R-7.4 shows what each SMS takes, and that all is well', { timeout: PATIENCE_MS }, async () => {
    const { status, out, err } = await run('check', '--dir', copy);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/stock\.low +en +fixture +GSM-7 +\d+ +1 of 1 +per_segment x 1\n/);
    expect(out).toMatch(
      /stock\.low +ne +longest +UCS-2 +\d+ +3 of 3 +per_segment x 3 +\S \(U\+09[0-9A-F]{2}\) at \d+\n/,
    );
    expect(out).toMatch(/1 types in 3 locales: all well\.$/);
  });

  it('R-7.4 names what is wrong and exits 1, in words and in JSON', { timeout: PATIENCE_MS }, async () => {
    const sms = join(copy, 'stock.low/sms.en.txt.hbs');
    const sound = readFileSync(sms, 'utf8');
    writeFileSync(sms, `“${sound}`);
    const said = await run('check', '--dir', copy);
    expect(said).toMatchObject({ status: 1, out: '' });
    expect(said.err).toMatch(/^✗ stock\.low sms en: .*UCS-2 because of “ \(U\+201C\) at 0/);
    const { ok, problems } = JSON.parse((await run('check', '--dir', copy, '--json')).out);
    expect({ ok, problems }).toMatchObject({
      ok: false,
      problems: [{ type: 'stock.low', channel: 'sms', locale: 'en' }],
    });
    writeFileSync(sms, '\n{{shout data.x}}');
    expect((await run('check', '--dir', copy)).err).toContain('stock.low/sms.en.txt.hbs:2');
    const broken = await run('check', '--dir', copy, '--json');
    expect(JSON.parse(broken.out)).toMatchObject({ problems: [{ file: 'stock.low/sms.en.txt.hbs', line: 2 }] });
    expect(broken.status).toBe(1);
    writeFileSync(sms, sound);
  });

  it('prints the published schema', async () => {
    const published = readFileSync(join(installation, 'templates/manifest.schema.json'), 'utf8');
    expect(JSON.parse((await run('schema')).out)).toEqual(JSON.parse(published));
  });
});

describe('R-7.5 crier templates preview', () => {
  it('R-7.5 shows a type over its channels, with size and price', { timeout: PATIENCE_MS }, async () => {
    const { status, out } = await run('preview', 'invoice.issued', '--locale', 'ne-NP', '--channel', 'sms,push');
    expect(status).toBe(0);
    expect(out).toMatch(
      /^== sms \(ne\): 1 segment\(s\), \d+ units of UCS-2, forced by ब at 0; per_segment x 1\nबीजक INV-0488/,
    );
    expect(out).toContain('== push (ne): free x 0\nबीजक INV-0488 जारी\n');
  });

  it('R-7.5 takes other data, and answers with JSON or the page alone', { timeout: PATIENCE_MS }, async () => {
    const from = ['preview', 'invoice.issued', '--data', 'examples/invoice.issued.json'];
    const { type, previews } = JSON.parse((await run(...from, '--channel', 'email', '--json')).out);
    expect(type).toBe('invoice.issued');
    expect(previews[0].message.subject).toContain('NPR 120,345.00');
    expect((await run(...from, '--html')).out).toMatch(/^<!DOCTYPE html>/);
  });

  it('R-7.5 names template, line and expression of what the data lacks, and exits 1', {
    timeout: PATIENCE_MS,
  }, async () => {
    const readText = async () => '{}';
    const args = ['templates', 'preview', 'stock.low', '--channel', 'sms', '--data', '-'];
    const said = await crier(args, {}, { installation, readText });
    expect(said).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringContaining('stock.low/sms.en.txt.hbs:1: data.onHand is missing'),
    });
    const { out } = await crier([...args, '--json'], {}, { installation, readText });
    expect(JSON.parse(out).previews[0].error).toMatchObject({ line: 1, expression: 'data.onHand' });
  });

  it('exits with a reason for what it can’t show', async () => {
    expect(await run('preview', 'stock.high')).toMatchObject({
      status: 1,
      err: expect.stringContaining('there are: '),
    });
    expect(await run('preview', 'stock.low', '--channel', 'fax')).toMatchObject({ status: 2 });
    expect(await run('preview', 'stock.low', '--locale', 'no_tag!')).toMatchObject({ status: 2 });
    expect(await run('preview', 'stock.low', '--channel', 'whatsapp')).toMatchObject({
      status: 1,
      err: expect.stringContaining('goes over'),
    });
  });
});
