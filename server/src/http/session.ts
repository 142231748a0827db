import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import type { App } from '../app.ts';
import * as sessions from '../sessions/repo.ts';
import * as tokens from '../tokens/repo.ts';
import { hashSecret, isAccessToken } from '../tokens/secret.ts';
import { readCookie } from './cookies.ts';
import { AppError } from './errors.ts';
import { ALL_SCOPES, type Viewer } from './viewer.ts';

export const SESSION_COOKIE = '__Host-session';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends cookies with requests that other pages make. So a call that changes something and does not carry
 * a bearer token must come from our own origin, and one that relies on a cookie must say so.
 */
function assertSameOrigin(request: IncomingMessage, appUrl: string, byCookie: boolean): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const foreign = origin === undefined ? byCookie : origin !== new URL(appUrl).origin;
  if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
    throw new AppError('forbidden', 'This call must come from the Stagelink web app itself.');
  }
}

function bearerOf(request: IncomingMessage): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** The viewer a secret stands for, or null when it is unknown, expired, or its account is deactivated. */
async function viewerOf(app: App, secret: string): Promise<Viewer | null> {
  if (isAccessToken(secret)) {
    const token = await tokens.use(app.db, hashSecret(secret));
    return token && { ...token, credential: { kind: 'token', id: token.id } };
  }
  const session = await sessions.use(app.db, hashSecret(secret));
  return session && { ...session, credential: { kind: 'session', id: session.id }, scopes: ALL_SCOPES };
}

/** Finds out who is calling, for an HTTP request or a socket's upgrade. */
export async function identify(app: App, request: IncomingMessage): Promise<Viewer | null> {
  const bearer = bearerOf(request);
  if (bearer !== null) {
    const viewer = await viewerOf(app, bearer);
    // A credential that was sent and is worth nothing is an error, never a silent stranger.
    if (!viewer) throw new AppError('unauthenticated', 'Authentication failed - please log in again');
    return viewer;
  }
  const cookie = readCookie(request.headers.cookie, SESSION_COOKIE);
  if (!SAFE_METHODS.has(request.method ?? 'GET'))
    assertSameOrigin(request, app.config.appUrl, cookie !== null);
  return cookie === null ? null : viewerOf(app, cookie);
}

export function session(app: App): Middleware {
  return async (ctx, next) => {
    ctx.state['viewer'] = await identify(app, ctx.req);
    await next();
  };
}

/** Whether what somebody came with still counts. */
export async function isCredentialAlive(app: App, { kind, id }: Viewer['credential']): Promise<boolean> {
  const row: unknown = await app
    .db(`${kind === 'session' ? 'sessions' : 'access_tokens'} as c`)
    .join('users as u', 'u.id', 'c.user_id')
    .where('c.id', id)
    .where('c.expires_at', '>', app.db.fn.now())
    .whereNull('u.deactivated_at')
    .first('c.id');
  return row !== undefined;
}
