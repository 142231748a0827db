import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Router } from '@koa/router';
import {
  type Endpoint,
  type Parsed,
  rateLimitOf,
  type Reply,
  type Scope,
  sendsJson,
  type StreamEvent,
} from '@stagelink/shared/contracts/endpoint';
import { JSON_BODY_BYTES } from '@stagelink/shared/contracts/limits';
import type { Context } from 'koa';
import type { App } from '../context.ts';
import { readJson, readRaw, skipBody } from './body.ts';
import { AppError } from './errors.ts';
import { eventsOf, type NamedEvent, namedEventsOf } from './events.ts';
import { parseInput } from './invalidInput.ts';
import { MadeJson } from './longJson.ts';
import { networkOf } from './network.ts';
import type { CountedRequest, Principal } from './principal.ts';

/** The reply of an action without a result. */
export const OK = { ok: true } as const;

interface Caller<V = Principal | null> {
  context: CountedRequest<V>;
  principal: V;
  /** The client's network, for rate limits. */
  address: string;
  /** Koa's context, for the few handlers that read a stream or set a cookie. */
  ctx: Context;
}

/** Every contract but a `public` one has a principal. */
type PrincipalOf<E extends Endpoint> = E['auth'] extends 'public' ? Principal | null : Principal;

type BodyOf<E extends Endpoint> = E['body'] extends { kind: 'raw' } ? Buffer : IncomingMessage;

export interface HandlerArgs<E extends Endpoint> extends Caller<PrincipalOf<E>> {
  input: Parsed<E>;
  /** The whole body of kind `raw`; otherwise the request, for handlers that read a form or a stream. */
  body: BodyOf<E>;
}

type Result<E extends Endpoint> = E['replyKind'] extends 'events'
  ? AsyncIterable<Reply<E>>
  : Reply<E> | MadeJson | Readable | (E['events'] extends object ? AsyncIterable<StreamEvent<E>> : never);

/** Returns whether the client of an endpoint with `events` wants them. */
export const acceptsEvents = (ctx: Context): boolean =>
  ctx.accepts('application/json', 'text/event-stream') === 'text/event-stream';

const isEvents = (endpoint: Endpoint, result: unknown): result is AsyncIterable<unknown> =>
  endpoint.replyKind === 'events' ||
  (endpoint.events !== undefined &&
    typeof result === 'object' &&
    result !== null &&
    Symbol.asyncIterator in result);

function streamEvents(ctx: Context, endpoint: Endpoint, values: AsyncIterable<unknown>): Promise<Readable> {
  ctx.type = 'text/event-stream';
  // Proxies such as nginx would collect the events.
  ctx.set('X-Accel-Buffering', 'no');
  return endpoint.events ? namedEventsOf(values as AsyncIterable<NamedEvent>) : eventsOf(values);
}

function authorize({ auth, tokenScope }: Endpoint, principal: Principal | null): void {
  if (!principal) {
    if (auth !== 'public') throw new AppError('unauthenticated', 'Please log in first.');
    return;
  }
  if (auth === 'superadmin' && principal.role !== 'superadmin') {
    throw new AppError('forbidden', 'Only superadmins have access.');
  }
  if (principal.credential.kind === 'session' || tokenScope === 'any') return;
  if (tokenScope === 'none') {
    throw new AppError('forbidden', 'An access token cannot do this. Please sign in.');
  }
  assertScope(principal, tokenScope);
}

/** Throws if the credential may not do this. A session may do everything. */
export function assertScope({ credential, scopes }: Principal, scope: Scope): void {
  if (credential.kind === 'session' || scopes.includes(scope)) return;
  throw new AppError('forbidden', `This access token does not have the “${scope}” scope.`);
}

/** What counts calls. */
export interface CallCounter {
  rateLimits: Pick<App['rateLimits'], 'consumeAccountCall' | 'consumeOpenCall'>;
}

async function countCall(
  { rateLimits }: CallCounter,
  endpoint: Endpoint,
  principal: Principal | null,
  address: string,
): Promise<void> {
  const rateLimit = rateLimitOf(endpoint);
  const userId = principal?.userId ?? null;
  if (endpoint.auth === 'public' || userId === null)
    await rateLimits.consumeOpenCall(rateLimit, userId, address);
  else await rateLimits.consumeAccountCall(rateLimit, userId, address);
}

async function fieldsOf(ctx: Context, endpoint: Endpoint): Promise<Record<string, unknown>> {
  if (!sendsJson(endpoint)) return { ...ctx.query };
  return readJson(ctx.req, endpoint.body?.kind === 'json' ? endpoint.body.maxBytes : JSON_BODY_BYTES);
}

async function bodyOf({ body }: Endpoint, request: IncomingMessage): Promise<Buffer | IncomingMessage> {
  if (body?.kind === 'raw') return readRaw(request, body.maxBytes);
  if (body?.kind === 'ignored') await skipBody(request);
  return request;
}

function sendStream(ctx: Context, reply: Readable): void {
  // Destroy the response, so that half of it does not look complete and the client does not wait for the rest.
  reply.once('error', () => ctx.res.destroy());
  ctx.body = reply;
}

const isPlain = (reply: unknown): boolean =>
  typeof reply === 'object' && reply !== null && Object.getPrototypeOf(reply) === Object.prototype;

/** Koa would make the JSON of an object again each time its length is asked for. */
function sendJson(ctx: Context, json: string): void {
  ctx.type = 'json';
  ctx.body = json;
}

function send(ctx: Context, reply: unknown): void {
  if (reply instanceof MadeJson) sendJson(ctx, reply.text);
  else if (isPlain(reply)) sendJson(ctx, JSON.stringify(reply));
  else if (reply instanceof Readable) sendStream(ctx, reply);
  // Nothing, or a text or an archive whose type the handler has set.
  else ctx.body = reply;
}

/**
 * Connects a contract to its handler: authorization, rate limit, input. Path fields override body and query, so the
 * checked id is the used id. A long or non-JSON reply is a stream with its own content type.
 */
export function route<E extends Endpoint>(
  router: Router,
  app: CallCounter,
  endpoint: E,
  handle: (call: HandlerArgs<E>) => Promise<Result<E>>,
): void {
  router.register(endpoint.path, [endpoint.method], async (ctx: Context) => {
    ctx.state['route'] = endpoint.path;
    const principal = ctx.state['principal'] as Principal | null;
    authorize(endpoint, principal);
    const address = networkOf(ctx.ip);
    await countCall(app, endpoint, principal, address);
    const fields = { ...(await fieldsOf(ctx, endpoint)), ...ctx['params'] };
    const input = parseInput(endpoint.input, fields) as Parsed<E>;
    const body = (await bodyOf(endpoint, ctx.req)) as BodyOf<E>;
    ctx.set('Cache-Control', 'no-store');
    ctx.status = endpoint.status ?? 200;
    const context = { principal: principal as PrincipalOf<E>, request: ctx.req, address };
    const result = await handle({ input, context, principal: context.principal, address, ctx, body });
    const reply = isEvents(endpoint, result) ? await streamEvents(ctx, endpoint, result) : result;
    send(ctx, reply);
  });
}
