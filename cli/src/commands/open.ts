import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { type Context, type Result, say } from '../context.ts';
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

async function openInBrowser(context: Context, url: string): Promise<void> {
  const { default: open } = await import('open');
  const browser = await open(url);
  browser.once('error', () => say(context, 'No browser could be started; the link is below.'));
}
