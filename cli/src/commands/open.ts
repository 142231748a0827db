import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { openInBrowser } from '../browser.ts';
import type { Context, Result } from '../context.ts';
import { connectFor, findTarget } from '../target.ts';

export interface OpenOptions {
  print?: boolean;
}

/** Opens a snapshot's link in the browser, and prints it for where there is none. */
export async function run(
  context: Context,
  given: string | undefined,
  options: OpenOptions,
): Promise<Result> {
  const connection = await connectFor(context, given);
  const { id } = findTarget(context, connection, given);
  const { snapshot } = await connection.call(getSnapshot, { id });
  if (!options.print && !context.json) await openInBrowser(context, snapshot.url);
  return { data: { id, url: snapshot.url, password: snapshot.password }, lines: [snapshot.url] };
}
