import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import type { App } from '../../platform/context.ts';
import * as sessions from './sessions/repo.ts';
import * as tokenRepo from './tokens/repo.ts';
import * as tokens from './tokens/service.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { isAccessToken, isAgentToken } from './tokens/secret.ts';
import { readCookie } from '../../platform/http/cookies.ts';
import { AppError } from '../../platform/http/errors.ts';
import { assertKnowsProtocol } from './programs.ts';
import { isForAgents, MCP_PATH } from '../../platform/http/agentRequests.ts';
import { ALL_SCOPES, type Principal } from '../../platform/http/principal.ts';

export const SESSION_COOKIE = '__Host-session';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Set by browsers for the pages of an extension, never for a website. */
const EXTENSION_ORIGIN = /^(chrome|moz)-extension:\/\//;

const isExtension = (origin: string | undefined): boolean =>
  origin !== undefined && EXTENSION_ORIGIN.test(origin);

const FOR_TOOLS_ONLY = `This access is for ${MCP_PATH} only.`;

const fromElsewhere = () => new AppError('forbidden', 'This request must come from the Stagelink web app.');

/**
 * Browsers send our cookies with the requests of every extension that may reach our origin. An extension may change
 * something with a token of its own only, so nothing of the browser's user is used.
 */
function assertNoCookieOfExtension({ headers }: IncomingMessage): void {
  if (isExtension(headers.origin) && headers.cookie !== undefined) throw fromElsewhere();
}

/**
 * Prevents CSRF. Browsers send cookies with requests that other sites make, so a changing call without a bearer token
 * must come from our own origin, and one that uses a session cookie must send `Origin`.
 */
function assertSameOrigin({ headers }: IncomingMessage, appUrl: string, byCookie: boolean): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if (isExtension(origin)) return;
  const foreign = origin === undefined ? byCookie : origin !== new URL(appUrl).origin;
  if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none')) throw fromElsewhere();
}

function bearerOf(request: IncomingMessage): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Returns the principal of a secret; null if it is unknown, expired, or its account is deactivated. */
async function principalFor(app: App, secret: string): Promise<Principal | null> {
  if (isAccessToken(secret) || isAgentToken(secret)) return tokens.use(app, secret);
  const session = await sessions.use(app.db, hashSecret(secret));
  return (
    session && {
      ...session,
      isPersonal: true,
      isAgent: false,
      credential: { kind: 'session', id: session.id },
      scopes: ALL_SCOPES,
    }
  );
}

/** Authenticates an HTTP request or a socket's upgrade. */
export async function identify(app: App, request: IncomingMessage): Promise<Principal | null> {
  const isChange = !SAFE_METHODS.has(request.method ?? 'GET');
  if (isChange) assertNoCookieOfExtension(request);
  const bearer = bearerOf(request);
  if (bearer !== null) {
    assertKnowsProtocol(request);
    const principal = await principalFor(app, bearer);
    // Reject an invalid credential instead of treating the request as anonymous.
    if (!principal) throw new AppError('unauthenticated', 'Authentication failed - please log in again');
    // It was issued for one resource (RFC 8707).
    if (principal.isAgent && !isForAgents(request)) throw new AppError('unauthenticated', FOR_TOOLS_ONLY);
    return principal;
  }
  const cookie = readCookie(request.headers.cookie, SESSION_COOKIE);
  if (isChange) assertSameOrigin(request, app.config.appUrl, cookie !== null);
  return cookie === null ? null : principalFor(app, cookie);
}

export function session(app: App): Middleware {
  return async (ctx, next) => {
    ctx.state['principal'] = await identify(app, ctx.req);
    await next();
  };
}

/** Returns whether a credential is still valid. */
export const isCredentialAlive = (
  { db }: Pick<App, 'db'>,
  { kind, id }: Principal['credential'],
): Promise<boolean> => (kind === 'session' ? sessions.isAlive(db, id) : tokenRepo.isAlive(db, id));
