import type { AuthReply } from '@stagelink/shared/contracts/accounts';
import { SESSION_DAYS } from '@stagelink/shared/contracts/limits';
import type { Context } from 'koa';
import type { App } from '../../../platform/context.ts';
import { setCookie } from '../../../platform/http/cookies.ts';
import { SESSION_COOKIE } from '../authenticate.ts';
import type { ClientInfo } from '../sessions/repo.ts';
import { presentUser } from './present.ts';
import type { SignedIn } from './service.ts';

export const fromOf = (ctx: Context): ClientInfo => ({ address: ctx.ip, userAgent: ctx.get('User-Agent') });

export const keepSession = (ctx: Context, sessionToken: string) =>
  setCookie(ctx, SESSION_COOKIE, sessionToken, SESSION_DAYS * 86_400);

/** Returns the reply to a successful sign-in. */
export function completeSignIn(
  app: App,
  ctx: Context,
  { user, sessionToken }: SignedIn,
  message: string,
): AuthReply {
  keepSession(ctx, sessionToken);
  return { ok: true, user: presentUser(user, app.config), sessionToken, message };
}
