import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * Text of each page as pdf.js reads it; its words are apart by one space. It takes each glyph for itself, and so spells scripts
 * whose letters join in a way of its own.
 */
export const pagesInPdfJs = async (pdf: Uint8Array): Promise<string[]> => {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false });
  const file = await task.promise;
  try {
    const pages = Array.from({ length: file.numPages }, async (_, n) => {
      const { items } = await (await file.getPage(n + 1)).getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
      return text.replace(/\s+/g, ' ');
    });
    return await Promise.all(pages);
  } finally {
    await task.destroy();
  }
};

const runOn = (pdf: Uint8Array, command: string, args: readonly string[]): string => {
  try {
    return execFileSync(command, args, { input: pdf, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error(`${command} is not here: apt-get install poppler-utils qpdf`);
    throw error;
  }
};

/** Text of each page as poppler's pdftotext reads it, without marks of direction; its words are apart by one space. */
export const pagesInPoppler = (pdf: Uint8Array): string[] =>
  runOn(pdf, 'pdftotext', ['-layout', '-', '-'])
    .split('\f')
    .slice(0, -1)
    .map((page) => page.replace(/[\u200e\u200f\u202a-\u202e]/g, '').replace(/\s+/g, ' '));

/** The same in one. */
export const textInPoppler = (pdf: Uint8Array): string => pagesInPoppler(pdf).join(' ');

/** One word and where it stands, in points from the page's upper left corner. */
export interface PlacedWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** The words of a file in Latin letters, each with its place, without the marks where a word may be broken. */
export const placedWords = (pdf: Uint8Array): PlacedWord[] => {
  const word = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">(.*)<\/word>/g;
  return [...runOn(pdf, 'pdftotext', ['-bbox', '-', '-']).matchAll(word)].map(([, left, top, right, text = '']) => ({
    text: text.replaceAll('\u200b', ''),
    left: Number(left),
    right: Number(right),
    top: Number(top),
  }));
};

/** Fonts as poppler lists them: name, and whether they are embedded and have their characters' names. */
export const fontsInPoppler = (pdf: Uint8Array): { name: string; isEmbedded: boolean; hasText: boolean }[] =>
  runOn(pdf, 'pdffonts', ['-'])
    .split('\n')
    .slice(2)
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', embedded, , hasText] = /^(\S+).*? (yes|no) +(yes|no) +(yes|no) /.exec(line)?.slice(1) ?? [];
      return { name, isEmbedded: embedded === 'yes', hasText: hasText === 'yes' };
    });

/** Throws with qpdf's words unless it finds nothing at all wrong with the file. */
export const checkWithQpdf = (pdf: Uint8Array): void => {
  const folder = mkdtempSync(join(tmpdir(), 'qpdf-'));
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf);
    runOn(new Uint8Array(), 'qpdf', ['--check', join(folder, 'a.pdf')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
