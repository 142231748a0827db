import { realpathSync } from 'node:fs';
import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { PROJECT_LINK, writeProjectLink } from '@stagelink/shared/staging/projectLink';
import { type Connection, connect } from '../connection.ts';
import { type Context, type Result, say } from '../context.ts';
import { CliError, EXIT } from '../exit.ts';
import { namedSnapshot, targetOf } from '../target.ts';

/** Writes which snapshot the current folder is staged to, for every machine and every user that has the folder. */
export async function run(context: Context, given: string | undefined): Promise<Result> {
  const folder = realpathSync.native(context.cwd);
  const connection = await connect(context, folder);
  const { snapshot } = await connection.call(getSnapshot, { id: chooseId(connection, folder, given) });
  const { id: snapshotId, name, url } = snapshot;
  const file = writeProjectLink(folder, { server: connection.server, snapshotId });
  say(context, `${folder} is linked to “${name}”. Commit ${PROJECT_LINK} to share the link.`);
  return { data: { folder, file, snapshotId, name, url }, lines: [url] };
}

function chooseId(connection: Connection, folder: string, given: string | undefined): string {
  if (given !== undefined) return namedSnapshot(given);
  const target = targetOf(connection, folder);
  if (target) return target.id;
  throw new CliError(
    EXIT.notFound,
    'not_found',
    `${folder} was not staged from this machine yet.`,
    'Name the link: “stagelink link <link>”; “stagelink list” shows yours.',
  );
}
