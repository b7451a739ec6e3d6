import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { STANDARD_PATH } from './find-executable.js';

const run = promisify(execFile);
const env = { PATH: STANDARD_PATH };

export interface Owner {
  uid: number;
  gid: number;
}

/**
 * The user that must own and run the cluster in `folder`: nobody special (undefined) for a plain user. PostgreSQL refuses
 * root, so root hands over to whoever owns the cluster already, else to the user `postgres`, created if missing.
 * Throws when the cluster belongs to another user.
 */
export async function postgresOwner(folder: string | undefined): Promise<Owner | undefined> {
  const me = process.getuid?.();
  const there = folder === undefined ? undefined : await stat(folder).catch(() => undefined);
  if (me !== 0) {
    if (there && there.uid !== me) {
      throw new Error(
        `The database folder ${folder} belongs to another user (uid ${there.uid}): start as that user or as root, or remove the folder.`,
      );
    }
    return undefined;
  }
  if (there && there.uid !== 0) return { uid: there.uid, gid: there.gid };
  return (await idsOf('postgres')) ?? (await createUser('postgres'));
}

async function idsOf(name: string): Promise<Owner | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name], { env }), run('id', ['-g', name], { env })]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** Creates a system user without a home or a login. */
async function createUser(name: string): Promise<Owner> {
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name];
  // a start beside this one may have been faster: whether the user exists now is what counts
  const failure = await run('useradd', args, { env }).then(
    () => undefined,
    (error: Error) => error,
  );
  const owner = await idsOf(name);
  if (!owner) {
    throw new Error(
      `PostgreSQL cannot run as root, and there is no user ${name} to run it as (${failure?.message.trim()}): create one, start as a plain user, or set DATABASE_URL.`,
    );
  }
  return owner;
}
