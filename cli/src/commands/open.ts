import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { openInBrowser } from '../browser.ts';
import type { Context, Result } from '../context.ts';
import { connectFor, findTarget } from '../target.ts';

export interface OpenOptions {
  print?: boolean;
}

/** Also prints the link, for systems without a browser. */
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
