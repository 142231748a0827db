import { deleteSnapshot, getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { confirm } from '../prompt.ts';
import type { Context, Result } from '../context.ts';
import { cancelled, usage } from '../errors.ts';
import { bringOver } from '../store/folderLinks.ts';
import { connectFor, findTarget } from '../target.ts';

export interface RmOptions {
  yes?: boolean;
}

export async function run(context: Context, given: string | undefined, options: RmOptions): Promise<Result> {
  const connection = await connectFor(context, given);
  const { id, staged } = findTarget(context, connection, given);
  const { snapshot } = await connection.call(getSnapshot, { id });
  if (!options.yes) await makeSure(context, snapshot.name, snapshot.url);
  await connection.call(deleteSnapshot, { id });
  if (staged) {
    const { server, uid } = connection;
    await (await bringOver({ folder: staged.folder, server, uid })).setLink(null);
  }
  return {
    data: { id, name: snapshot.name },
    lines: [`Deleted “${snapshot.name}”. Its link no longer works.`],
  };
}

async function makeSure(context: Context, name: string, url: string): Promise<void> {
  if (!context.interactive)
    throw usage(`Deleting “${name}” cannot be undone and needs confirmation.`, 'Give --yes to delete it.');
  if (!(await confirm(context, `Delete “${name}” (${url})? This cannot be undone.`))) throw cancelled();
}
