import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toolServer } from '@stagelink/shared/tools/mcp';
import type { Means } from '@stagelink/shared/tools/tool';
import { connect, type Connection } from '../connection.ts';
import { type Context, type Result, say, VERSION } from '../context.ts';
import { usage } from '../exit.ts';
import { fetchPicture } from '../mcp/picture.ts';
import { stageTool } from '../mcp/stageTool.ts';
import { toldToAgent } from '../mcp/trouble.ts';
import { findTarget } from '../target.ts';

/** Serves tools to a coding agent over stdin and stdout, until stdin ends or Ctrl-C. */
export async function run(context: Context): Promise<Result> {
  if (context.json) throw usage('“stagelink mcp” speaks a protocol of its own.', 'Leave out --json.');
  const connection = await connect(context);
  if (context.stdin.isTTY)
    say(context, 'Waiting for a coding agent; “stagelink mcp --help” shows how to set one up.');
  const ended = untilEnd(context);
  const means = meansOf(context, connection);
  const served = serveStdio(() => toolServer(VERSION, means, [stageTool(context, connection)]));
  await ended;
  await served.close();
  return { data: {}, lines: [] };
}

/** A pipe whose other end is gone closes without an end. */
const untilEnd = ({ stdin, signal }: Context): Promise<unknown> =>
  Promise.race([once(stdin, 'end', { signal }), once(stdin, 'close', { signal })]).catch(() => undefined);

const meansOf = (context: Context, connection: Connection): Means => ({
  call: connection.call,
  picture: (url) => fetchPicture(url, context.signal),
  report: (cause) => say(context, cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)),
  snapshotId(given) {
    try {
      return findTarget(context, connection, given).id;
    } catch (cause) {
      throw toldToAgent(cause);
    }
  },
});
