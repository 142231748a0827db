import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AnonymousId } from '@stagelink/shared/contracts/comments';
import type { Context } from 'koa';
import type { App } from '../../platform/context.ts';
import { readCookie, setCookie } from '../../platform/http/cookies.ts';

// A visitor is identified by a secret in their browser. It appears in no list, event or log, because it allows editing
// what was written with it. The cookie contains it too, so that lists mark the visitor's own comments.

const COOKIE = '__Host-visitor';
const YEAR_SECONDS = 365 * 86_400;

export const newVisitor = (): string => randomBytes(24).toString('base64url');

/** Makes a client-chosen secret safe for a cookie. */
const encode = (secret: string) => Buffer.from(secret).toString('base64url');

export function visitorOf({ headers }: IncomingMessage): string | null {
  const cookie = readCookie(headers.cookie, COOKIE);
  const secret = cookie === null ? null : Buffer.from(cookie, 'base64url').toString();
  return AnonymousId.safeParse(secret).success ? secret : null;
}

export function setVisitor(ctx: Context, secret: string): void {
  if (visitorOf(ctx.req) !== secret) setCookie(ctx, COOKIE, encode(secret), YEAR_SECONDS);
}

/** Hashes the secret per snapshot, so that a database dump cannot link a visitor's comments. */
export const hashVisitor = ({ secrets }: Pick<App, 'secrets'>, snapshotId: string, secret: string): Buffer =>
  createHmac('sha256', secrets.derive('visitor')).update(`${snapshotId}:${secret}`).digest();
