import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AnonymousId } from '@stagelink/shared/contracts/comments';
import type { Context } from 'koa';
import type { App } from '../app.ts';
import { readCookie, setCookie } from '../http/cookies.ts';

// A visitor is known by a secret of their browser. It is in no list, no event and no log: whoever knows it may edit
// what was written with it. The cookie says the same, so that a list can tell a visitor what is theirs.

const COOKIE = '__Host-visitor';
const YEAR_SECONDS = 365 * 86_400;

export const newVisitor = (): string => randomBytes(24).toString('base64url');

/** As it may stand in a cookie, whatever characters its client chose. */
const encode = (secret: string) => Buffer.from(secret).toString('base64url');

/** The secret of this browser, or null. */
export function visitorOf({ headers }: IncomingMessage): string | null {
  const cookie = readCookie(headers.cookie, COOKIE);
  const secret = cookie === null ? null : Buffer.from(cookie, 'base64url').toString();
  return AnonymousId.safeParse(secret).success ? secret : null;
}

export function setVisitor(ctx: Context, secret: string): void {
  if (visitorOf(ctx.req) !== secret) setCookie(ctx, COOKIE, encode(secret), YEAR_SECONDS);
}

/** What is kept of it: another for each snapshot, so that nobody can follow a visitor through a dump. */
export const hashVisitor = ({ secrets }: Pick<App, 'secrets'>, snapshotId: string, secret: string): Buffer =>
  createHmac('sha256', secrets.derive('visitor')).update(`${snapshotId}:${secret}`).digest();
