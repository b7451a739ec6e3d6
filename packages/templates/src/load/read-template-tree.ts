import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReportProblem, TemplateLoadError } from './template-load-error.js';

/** A file under the templates folder; `path` is relative to it and always written with `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface TypeFolder {
  readonly name: string;
  readonly files: readonly SourceFile[];
}

export interface TemplateTree {
  readonly partials: readonly SourceFile[];
  readonly types: readonly TypeFolder[];
}

const PARTIALS = '_partials';
const TYPE_NAME = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;

const visible = (name: string): boolean => !name.startsWith('.');

const readFolder = async (dir: string, folder: string, report: ReportProblem): Promise<SourceFile[]> => {
  const entries = (await readdir(join(dir, folder), { withFileTypes: true })).filter(({ name }) => visible(name));
  for (const entry of entries)
    if (entry.isDirectory())
      report({ file: `${folder}/${entry.name}`, line: 1, message: 'a folder inside a folder is not read' });
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => ({
      path: `${folder}/${name}`,
      text: await readFile(join(dir, folder, name), 'utf8'),
    })),
  );
};

/** Reads the templates folder: each folder is a type, `_partials` is what they share, loose files (a README) are left alone. */
export const readTemplateTree = async (dir: string, report: ReportProblem): Promise<TemplateTree> => {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => {
    throw new TemplateLoadError(dir, [{ file: '', line: 1, message: 'there is no such templates folder' }]);
  });
  const folders = entries
    .filter((entry) => entry.isDirectory() && visible(entry.name))
    .map(({ name }) => name)
    .sort();
  const types: TypeFolder[] = [];
  for (const name of folders) {
    if (name === PARTIALS) continue;
    if (TYPE_NAME.test(name)) types.push({ name, files: await readFolder(dir, name, report) });
    else report({ file: name, line: 1, message: 'a type is named like "purchase_order.approved"' });
  }
  if (types.length === 0) report({ file: '', line: 1, message: 'there is no notification type in this folder' });
  return { partials: folders.includes(PARTIALS) ? await readFolder(dir, PARTIALS, report) : [], types };
};
