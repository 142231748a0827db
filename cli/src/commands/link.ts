import { realpathSync } from 'node:fs';
import { UserError } from '@stagelink/shared/client/userError';
import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { PROJECT_LINK, writeProjectLink } from '@stagelink/shared/staging/node/projectLink';
import { type Connection, connect } from '../connection.ts';
import { type Context, type Result, writeStatus } from '../context.ts';
import { bringOver } from '../store/folderLinks.ts';
import { namedSnapshot, targetOf } from '../target.ts';

/** Writes the project link, which everyone with the folder shares. */
export async function run(context: Context, given: string | undefined): Promise<Result> {
  const folder = realpathSync.native(context.cwd);
  const connection = await connect(context, folder);
  const { snapshot } = await connection.call(getSnapshot, { id: chooseId(connection, folder, given) });
  const { id: snapshotId, name, url } = snapshot;
  const { server, uid } = connection;
  const file = writeProjectLink(folder, { server, snapshotId });
  await (await bringOver({ folder, server, uid })).useProjectLink({ snapshotId, url });
  writeStatus(context, `${folder} is linked to “${name}”. Commit ${PROJECT_LINK} to share the link.`);
  return { data: { folder, file, snapshotId, name, url }, lines: [url] };
}

function chooseId(connection: Connection, folder: string, given: string | undefined): string {
  if (given !== undefined) return namedSnapshot(given);
  const target = targetOf(connection, folder);
  if (target) return target.id;
  throw new UserError(
    'not_found',
    `${folder} was not staged from this computer yet.`,
    'Run “stagelink link <link>”. “stagelink list” shows your links.',
  );
}
