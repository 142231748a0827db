import { deleteSnapshot, getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { confirm } from '../ask.ts';
import type { Context, Result } from '../context.ts';
import { cancelled, usage } from '../exit.ts';
import { forgetStaged } from '../store/staged.ts';
import { connectFor, findTarget } from '../target.ts';

export interface RmOptions {
  yes?: boolean;
}

export async function run(context: Context, given: string | undefined, options: RmOptions): Promise<Result> {
  const connection = await connectFor(context, given);
  const { id, remembered } = findTarget(context, connection, given);
  const { snapshot } = await connection.call(getSnapshot, { id });
  if (!options.yes) await makeSure(context, snapshot.name, snapshot.url);
  await connection.call(deleteSnapshot, { id });
  if (remembered) forgetStaged(remembered, connection.uid);
  return {
    data: { id, name: snapshot.name },
    lines: [`Deleted “${snapshot.name}”; its link no longer works.`],
  };
}

async function makeSure(context: Context, name: string, url: string): Promise<void> {
  if (!context.interactive)
    throw usage(
      `Deleting “${name}” cannot be undone and nobody is there to confirm it.`,
      'Give --yes to delete it.',
    );
  if (!(await confirm(context, `Delete “${name}” (${url})? This cannot be undone.`))) throw cancelled();
}
