import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createClient } from '@stagelink/shared/client';
import { MCP_BODY_BYTES } from '@stagelink/shared/contracts/limits';
import { toolServer } from '@stagelink/shared/tools/mcp';
import { snapshotIn } from '@stagelink/shared/tools/naming';
import type { Means } from '@stagelink/shared/tools/tool';
import { ToolError } from '@stagelink/shared/tools/trouble';
import type { Context } from 'koa';
import type { App } from '../app.ts';
import { readJson } from '../http/body.ts';
import { pictureInProcess, sendInProcess } from './inProcess.ts';
import { stageTool } from './stageTool.ts';

const VERSION = '0.1.0';

function snapshotId(given: string): string {
  const id = snapshotIn(given);
  if (id !== null) return id;
  throw new ToolError(
    'not_found',
    `“${given.slice(0, 200)}” is neither a snapshot’s id nor a link to one.`,
    'Look it up with list_snapshots.',
  );
}

function meansOf(app: App, ctx: Context, answer: RequestListener): Means {
  const caller = { authorization: ctx.req.headers.authorization ?? '', address: ctx.ip };
  return {
    call: createClient(sendInProcess(answer, app.config.appUrl, caller)),
    picture: (url) => pictureInProcess(answer, url),
    snapshotId,
    report: (cause) =>
      app.log.error({ err: cause, requestId: ctx.state['requestId'] as unknown }, 'a tool failed'),
  };
}

/** The request as the library takes one; its body is parsed already. */
function toRequest({ req, res, path }: Context, appUrl: string): Request {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const headers = Object.entries(req.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(new URL(path, appUrl), { method: req.method ?? 'GET', headers, signal: gone.signal });
}

/** Answers one message of an agent, by tools that call our own API as whoever sent it. */
export async function serve(app: App, ctx: Context, answer: RequestListener): Promise<void> {
  const means = meansOf(app, ctx, answer);
  const requestId = ctx.state['requestId'] as unknown;
  const handler = createMcpHandler(() => toolServer(VERSION, means, [stageTool]), {
    // Nothing ever changes here that a listener could be told of.
    maxSubscriptions: 0,
    onerror: (cause) => app.log.info({ err: cause, requestId }, 'an agent was refused'),
  });
  const parsedBody = ctx.method === 'POST' ? await readJson(ctx.req, MCP_BODY_BYTES) : undefined;
  const answered = await handler.fetch(toRequest(ctx, app.config.appUrl), { parsedBody });
  ctx.body = answered.body && Readable.fromWeb(answered.body as ReadableStream);
  ctx.status = answered.status;
  for (const [name, value] of answered.headers) ctx.set(name, value);
  ctx.set('Cache-Control', 'no-store');
}
