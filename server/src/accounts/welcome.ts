import type { AuthReply } from '@stagelink/shared/contracts/accounts';
import { SESSION_DAYS } from '@stagelink/shared/contracts/limits';
import type { Context } from 'koa';
import type { App } from '../app.ts';
import { setCookie } from '../http/cookies.ts';
import { SESSION_COOKIE } from '../http/session.ts';
import type { From } from '../sessions/repo.ts';
import { presentUser } from './present.ts';
import type { SignedIn } from './service.ts';

export const fromOf = (ctx: Context): From => ({ address: ctx.ip, userAgent: ctx.get('User-Agent') });

export const keepSession = (ctx: Context, sessionToken: string) =>
  setCookie(ctx, SESSION_COOKIE, sessionToken, SESSION_DAYS * 86_400);

/** What somebody is told who has just signed in. */
export function welcome(
  app: App,
  ctx: Context,
  { user, sessionToken }: SignedIn,
  message: string,
): AuthReply {
  keepSession(ctx, sessionToken);
  return { ok: true, user: presentUser(user, app.config), sessionToken, message };
}
