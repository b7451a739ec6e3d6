import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertDocumentPath } from './document-path.js';
import { DocumentMissing, type DocumentStore } from './document-store.js';

/** Makes a rename or a new folder survive a crash of the machine. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

const writeDurably = async (file: string, pdf: Uint8Array): Promise<void> => {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(pdf);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Documents in a folder of this machine, or of a file system that several share. Written beside their place and moved there, so
 * that nobody reads half of one. `newToken` names what is not finished yet; two writers never share it.
 */
export const createFileStore = (folder: string, newToken: () => string): DocumentStore => ({
  write: async (path, pdf) => {
    assertDocumentPath(path);
    const file = join(folder, path);
    const unfinished = `${file}.${newToken()}`;
    await mkdir(dirname(file), { recursive: true });
    try {
      await writeDurably(unfinished, pdf);
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    await syncFolder(dirname(file));
    await syncFolder(folder);
  },
  read: async (path) => {
    assertDocumentPath(path);
    return readFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new DocumentMissing(`there is no ${path}`) : error;
    });
  },
  close: () => {},
});
