import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { createClient } from '@stagelink/shared/client/call';
import { MCP_BODY_BYTES } from '@stagelink/shared/contracts/limits';
import { toolServer } from '@stagelink/shared/agentTools/mcp';
import { snapshotIn } from '@stagelink/shared/agentTools/parseIds';
import type { ToolContext } from '@stagelink/shared/agentTools/tool';
import { UserError } from '@stagelink/shared/client/userError';
import type { Context } from 'koa';
import type { App } from '../../platform/context.ts';
import { RESOURCE_METADATA } from '../../platform/http/agentRequests.ts';
import { readJson } from '../../platform/http/body.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { RELEASE } from '../../platform/release.ts';
import { pictureInProcess, sendInProcess } from './inProcess.ts';
import { stageTool } from './stageTool.ts';

function snapshotId(given: string): string {
  const id = snapshotIn(given);
  if (id !== null) return id;
  throw new UserError(
    'not_found',
    `“${given.slice(0, 200)}” is neither a snapshot’s id nor a link to one.`,
    'Look it up with list_snapshots.',
  );
}

/** Libraries name themselves where a program says nothing. */
const LIBRARY = /^(?:node|undici|python|go-http|axios|okhttp|mozilla)/i;

/** Returns the program that a request names, as older clients do only there. */
function programOf(ctx: Context): string | undefined {
  const name = /^[\w. -]+(?=\/|$)/.exec(ctx.get('User-Agent'))?.[0];
  return name === undefined || LIBRARY.test(name) ? undefined : name;
}

function meansOf(app: App, ctx: Context, answer: RequestListener): ToolContext {
  const caller = { authorization: ctx.req.headers.authorization ?? '', address: ctx.ip };
  return {
    call: createClient(sendInProcess(answer, app.config.appUrl, caller)),
    picture: (url) => pictureInProcess(answer, url),
    snapshotId,
    clientName: programOf(ctx),
    report: (cause) =>
      app.log.error({ err: cause, requestId: ctx.state['requestId'] as unknown }, 'a tool failed'),
  };
}

/** Converts the request to the library's type. Its body is already parsed. */
function toRequest({ req, path }: Context, appUrl: string, signal: AbortSignal): Request {
  const headers = Object.entries(req.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(new URL(path, appUrl), { method: req.method ?? 'GET', headers, signal });
}

/**
 * Returns what a refusal for a missing scope names, so that an agent that was allowed over OAuth asks for more. Other
 * tokens cannot get more: their tools say what is missing.
 */
function authInfoOf({ config }: App, ctx: Context): AuthInfo | undefined {
  const { isAgent, scopes } = ctx.state['principal'] as Principal;
  return isAgent
    ? {
        token: '',
        clientId: '',
        scopes: [...scopes],
        resourceMetadataUrl: `${config.appUrl}${RESOURCE_METADATA}`,
      }
    : undefined;
}

/** Answers one message of an agent with tools that call our own API as the agent's user, until the response ends. */
export async function serve(
  app: App,
  ctx: Context,
  answer: RequestListener,
  ended: AbortSignal,
): Promise<void> {
  const means = meansOf(app, ctx, answer);
  const requestId = ctx.state['requestId'] as unknown;
  const handler = createMcpHandler(() => toolServer(RELEASE, means, [stageTool]), {
    // The tool list never changes, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: (cause) => app.log.info({ err: cause, requestId }, 'an agent request was rejected'),
  });
  const parsedBody = ctx.method === 'POST' ? await readJson(ctx.req, MCP_BODY_BYTES) : undefined;
  const answered = await handler.fetch(toRequest(ctx, app.config.appUrl, ended), {
    parsedBody,
    authInfo: authInfoOf(app, ctx),
  });
  ctx.body = answered.body && Readable.fromWeb(answered.body as ReadableStream);
  ctx.status = answered.status;
  for (const [name, value] of answered.headers) ctx.set(name, value);
  ctx.set('Cache-Control', 'no-store');
}
