import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Router } from '@koa/router';
import type { Endpoint, Parsed, Reply } from '@stagelink/shared/contracts/endpoint';
import { JSON_BODY_BYTES, MANIFEST_BODY_BYTES } from '@stagelink/shared/contracts/limits';
import type { Context } from 'koa';
import type { App } from '../app.ts';
import { readJson, skipForm } from './body.ts';
import { AppError } from './errors.ts';
import { parseInput } from './invalidInput.ts';
import { networkOf } from './network.ts';
import type { Viewer } from './viewer.ts';

/** The answer of an act that has nothing to tell. */
export const done = { ok: true } as const;

interface Caller<V = Viewer | null> {
  viewer: V;
  /** The caller's network, for limits. */
  address: string;
  /** The request, for the few handlers that read a stream or set a cookie. */
  ctx: Context;
}

/** A `signed-in` contract's handler is only called with a viewer. */
type ViewerOf<E extends Endpoint> = E['who'] extends 'signed-in' ? Viewer : Viewer | null;

export interface Handled<E extends Endpoint> extends Caller<ViewerOf<E>> {
  input: Parsed<E>;
  /** The body as it arrives, when the contract says it is not JSON. */
  body: IncomingMessage;
}

function admit(endpoint: Endpoint, viewer: Viewer | null): void {
  if (!viewer) {
    if (endpoint.who === 'signed-in') throw new AppError('unauthenticated', 'Please log in first.');
    return;
  }
  if (viewer.credential.kind === 'session' || endpoint.token === 'any') return;
  if (endpoint.token === 'refused') {
    throw new AppError('forbidden', 'An access token cannot do this. Please sign in.');
  }
  if (!viewer.scopes.includes(endpoint.token)) {
    throw new AppError('forbidden', `This access token does not have the “${endpoint.token}” scope.`);
  }
}

async function countCall(
  { rateLimits }: App,
  { limit, who }: Endpoint,
  viewer: Viewer | null,
  address: string,
): Promise<void> {
  if (limit === undefined) return;
  if (who === 'anyone') await rateLimits.countOpenCall(limit, viewer?.userId ?? null, address);
  else await rateLimits.count(limit, viewer?.userId ?? address);
}

async function fieldsOf(ctx: Context, endpoint: Endpoint): Promise<Record<string, unknown>> {
  if (endpoint.body === 'form') await skipForm(ctx.req);
  if (endpoint.method === 'GET' || endpoint.body !== undefined) return { ...ctx.query };
  return readJson(ctx.req, endpoint.path === '/api/snapshots' ? MANIFEST_BODY_BYTES : JSON_BODY_BYTES);
}

/**
 * Joins a contract to its handler: who may call, how often, what they may say. Path names win over body and query,
 * so a checked id is the used id. What is long or no JSON is answered as a stream, and says its own type.
 */
export function route<E extends Endpoint>(
  router: Router,
  app: App,
  endpoint: E,
  handle: (call: Handled<E>) => Promise<Reply<E> | Readable>,
): void {
  router.register(endpoint.path, [endpoint.method], async (ctx: Context) => {
    ctx.state['route'] = endpoint.path;
    const viewer = ctx.state['viewer'] as Viewer | null;
    admit(endpoint, viewer);
    const address = networkOf(ctx.ip);
    await countCall(app, endpoint, viewer, address);
    const fields = { ...(await fieldsOf(ctx, endpoint)), ...ctx['params'] };
    const input = parseInput(endpoint.input, fields) as Parsed<E>;
    ctx.set('Cache-Control', 'no-store');
    ctx.status = endpoint.status ?? 200;
    const body = await handle({ input, viewer: viewer as ViewerOf<E>, address, ctx, body: ctx.req });
    // Half a response must not look like a whole one, nor be waited for.
    if (body instanceof Readable) body.once('error', () => ctx.res.destroy());
    ctx.body = body;
  });
}
