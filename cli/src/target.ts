import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { linkedSnapshot } from '@stagelink/shared/staging/projectLink';
import { snapshotIn } from '@stagelink/shared/tools/naming';
import { connect, type Connection } from './connection.ts';
import type { Context } from './context.ts';
import { CliError, EXIT, usage } from './exit.ts';
import { type StagedFolder, stagedFolder } from './store/staged.ts';

export interface Target {
  id: string;
  /** Set when it was found by the folder it was staged from on this machine. */
  remembered: StagedFolder | null;
}

/** The folder that is meant, links resolved; undefined when what is given names none. */
export function folderOf({ cwd }: Context, given: string | undefined): string | undefined {
  const folder = path.resolve(cwd, given ?? '.');
  return existsSync(folder) ? realpathSync.native(folder) : undefined;
}

/** Connects to the server that the folder is linked to, where no other is named. */
export const connectFor = (context: Context, given: string | undefined): Promise<Connection> =>
  connect(context, folderOf(context, given));

/** Which snapshot a folder is staged to: the one its project file names, else the one it was staged to from this machine. */
export function targetOf({ server, uid }: Connection, folder: string): Target | null {
  const linked = linkedSnapshot(folder, server);
  const remembered = stagedFolder(folder, server, uid);
  if (linked !== null && linked !== remembered?.snapshotId) return { id: linked, remembered: null };
  return remembered && { id: remembered.snapshotId, remembered };
}

/** Whether the current folder is staged to a snapshot. */
export const hasTarget = ({ cwd }: Context, connection: Connection): boolean =>
  targetOf(connection, realpathSync.native(cwd)) !== null;

/** The id in an id or in a link; throws for anything else. */
export function namedSnapshot(given: string): string {
  const id = snapshotIn(given);
  if (id !== null) return id;
  throw usage(`“${given}” is neither a link to a snapshot nor its id.`, '“stagelink list” shows yours.');
}

/** Which snapshot is meant: an id, a link, or a folder that was staged; the current one when left out. */
export function findTarget(context: Context, connection: Connection, given: string | undefined): Target {
  const folder = folderOf(context, given);
  const target = folder === undefined ? null : targetOf(connection, folder);
  if (target) return target;
  const id = given === undefined ? null : snapshotIn(given);
  if (id !== null) return { id, remembered: null };
  throw new CliError(
    EXIT.notFound,
    'not_found',
    given === undefined
      ? `Nothing was staged from ${folder ?? context.cwd} yet.`
      : `“${given}” is neither a snapshot nor a folder that was staged.`,
    'Run “stagelink stage”, or name a snapshot by its id or link; “stagelink list” shows them.',
  );
}
