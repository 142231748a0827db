import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '@stagelink/shared/client/userError';
import { type FolderLink, snapshotOf } from '@stagelink/shared/staging/node/folderLinks/record';
import { linkedSnapshot } from '@stagelink/shared/staging/node/projectLink';
import { snapshotIn } from '@stagelink/shared/agentTools/parseIds';
import { connect, type Connection } from './connection.ts';
import type { Context } from './context.ts';
import { usage } from './errors.ts';
import { readLink } from './store/folderLinks.ts';

export interface Target {
  id: string;
  /** Set when it is the link of a folder of this computer. */
  staged: { folder: string; link: FolderLink } | null;
}

/** Returns the folder with links resolved; undefined when `given` is not one. */
export function folderOf({ cwd }: Context, given: string | undefined): string | undefined {
  const folder = path.resolve(cwd, given ?? '.');
  return existsSync(folder) ? realpathSync.native(folder) : undefined;
}

/** Connects to the server that the folder is linked to, unless another is named. */
export const connectFor = (context: Context, given: string | undefined): Promise<Connection> =>
  connect(context, folderOf(context, given));

/**
 * Returns the snapshot of a folder: the one its project link names, otherwise the one staged from this
 * computer.
 */
export function targetOf({ server, uid }: Connection, folder: string): Target | null {
  const record = readLink({ folder, server, uid });
  const id = snapshotOf(record, linkedSnapshot(folder, server));
  if (id === undefined) return null;
  return { id, staged: record.link?.snapshotId === id ? { folder, link: record.link } : null };
}

export const hasTarget = ({ cwd }: Context, connection: Connection): boolean =>
  targetOf(connection, realpathSync.native(cwd)) !== null;

/** Returns the id contained in an id or a link; throws for anything else. */
export function namedSnapshot(given: string): string {
  const id = snapshotIn(given);
  if (id !== null) return id;
  throw usage(
    `“${given}” is neither a link to a snapshot nor its id.`,
    '“stagelink list” shows your snapshots.',
  );
}

/** Resolves an id, a link or a staged folder; the current folder when absent. */
export function findTarget(context: Context, connection: Connection, given: string | undefined): Target {
  const folder = folderOf(context, given);
  const target = folder === undefined ? null : targetOf(connection, folder);
  if (target) return target;
  const id = given === undefined ? null : snapshotIn(given);
  if (id !== null) return { id, staged: null };
  throw new UserError(
    'not_found',
    given === undefined
      ? `Nothing was staged from ${folder ?? context.cwd} yet.`
      : `“${given}” is neither a snapshot nor a folder that was staged.`,
    'Run “stagelink stage”, or give the id or link of a snapshot. “stagelink list” shows them.',
  );
}
