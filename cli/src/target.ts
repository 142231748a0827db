import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { snapshotIn } from '@stagelink/shared/tools/naming';
import type { Connection } from './connection.ts';
import type { Context } from './context.ts';
import { CliError, EXIT } from './exit.ts';
import { type StagedFolder, stagedFolder } from './store/staged.ts';

export interface Target {
  id: string;
  /** Set when it was found by its folder. */
  remembered: StagedFolder | null;
}

/** Whether the current folder was staged from this machine. */
export const hasTarget = (context: Context, { server, account }: Connection): boolean =>
  stagedFolder(realpathSync(context.cwd), server, account) !== null;

/** Which snapshot is meant: an id, a link, or a folder that was staged from this machine; the current one when left out. */
export function findTarget(context: Context, connection: Connection, given: string | undefined): Target {
  const folder = path.resolve(context.cwd, given ?? '.');
  if (existsSync(folder)) {
    const remembered = stagedFolder(realpathSync(folder), connection.server, connection.account);
    if (remembered) return { id: remembered.snapshotId, remembered };
  }
  const id = given === undefined ? null : snapshotIn(given);
  if (id !== null) return { id, remembered: null };
  throw new CliError(
    EXIT.notFound,
    'not_found',
    given === undefined
      ? `Nothing was staged from ${folder} yet.`
      : `“${given}” is neither a snapshot nor a folder that was staged.`,
    'Run “stagelink stage”, or name a snapshot by its id or link; “stagelink list” shows them.',
  );
}
