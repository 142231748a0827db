import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/accounts';
import { SESSION_DAYS } from '@stagelink/shared/contracts/limits';
import type { Context } from 'koa';
import type { App } from '../app.ts';
import { clearCookie, setCookie } from '../http/cookies.ts';
import { AppError } from '../http/errors.ts';
import { done, route } from '../http/route.ts';
import { SESSION_COOKIE } from '../http/session.ts';
import { presentUser } from './present.ts';
import * as repo from './repo.ts';
import * as service from './service.ts';

const fromOf = (ctx: Context) => ({ address: ctx.ip, userAgent: ctx.get('User-Agent') });

export function accountRoutes(router: Router, app: App): void {
  const welcome = (
    ctx: Context,
    { user, sessionToken }: Awaited<ReturnType<typeof service.signIn>>,
    message: string,
  ) => {
    setCookie(ctx, SESSION_COOKIE, sessionToken, SESSION_DAYS * 86_400);
    return { ok: true as const, user: presentUser(user, app.config), sessionToken, message };
  };

  route(router, app, api.register, async ({ input, ctx }) => {
    const signedIn = await service.signUp(app, input, fromOf(ctx));
    return welcome(ctx, signedIn, 'Your account is ready.');
  });

  route(router, app, api.login, async ({ input, ctx }) => {
    const signedIn = await service.signIn(app, input, fromOf(ctx));
    return welcome(ctx, signedIn, 'Welcome back.');
  });

  route(router, app, api.logout, async ({ viewer, ctx }) => {
    if (viewer) await service.signOut(app, viewer);
    clearCookie(ctx, SESSION_COOKIE);
    return done;
  });

  route(router, app, api.me, async ({ viewer }) => {
    const user = await repo.find(app.db, viewer.userId);
    if (!user) throw new AppError('unauthenticated', 'Please log in first.');
    return { user: presentUser(user, app.config) };
  });
}
