import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toolServer } from '@stagelink/shared/agentTools/mcp';
import type { ToolContext } from '@stagelink/shared/agentTools/tool';
import { type Context, type Result, writeStatus, VERSION } from '../context.ts';
import { usage } from '../errors.ts';
import { LaterConnection } from '../mcp/laterConnection.ts';
import { fetchPicture } from '../mcp/picture.ts';
import { stageTool } from '../mcp/stageTool.ts';
import { toAgentError } from '../mcp/errors.ts';
import { findTarget } from '../target.ts';

/**
 * Serves tools to a coding agent over stdin and stdout until stdin ends or Ctrl-C. A person at a terminal reads at once
 * that they are not signed in; an agent shows only what its tools answer, so each of them says it until the sign-in.
 */
export async function run(context: Context): Promise<Result> {
  if (context.json)
    throw usage('“stagelink mcp” has its own protocol and takes no --json.', 'Leave out --json.');
  const later = new LaterConnection(context);
  if (context.stdin.isTTY) {
    await later.connect();
    writeStatus(context, 'Waiting for a coding agent. “stagelink mcp --help” shows how to set one up.');
  }
  const ended = untilEnd(context);
  const means = meansOf(context, later);
  const served = serveStdio(() => toolServer(VERSION, means, [stageTool(context, later)]));
  await ended;
  await served.close();
  return { data: {}, lines: [] };
}

/** A pipe whose other end disappeared closes without an `end` event. */
const untilEnd = ({ stdin, signal }: Context): Promise<unknown> =>
  Promise.race([once(stdin, 'end', { signal }), once(stdin, 'close', { signal })]).catch(() => undefined);

const meansOf = (context: Context, later: LaterConnection): ToolContext => ({
  async prepare() {
    await later.connect().catch((cause: unknown) => {
      throw toAgentError(cause);
    });
  },
  get call() {
    return later.current.call;
  },
  picture: (url) => fetchPicture(url, context.signal),
  report: (cause) =>
    writeStatus(context, cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)),
  snapshotId(given) {
    try {
      return findTarget(context, later.current, given).id;
    } catch (cause) {
      throw toAgentError(cause);
    }
  },
});
