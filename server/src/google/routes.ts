import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/accounts';
import type { Context } from 'koa';
import * as z from 'zod';
import { fromOf, keepSession, welcome } from '../accounts/welcome.ts';
import type { App } from '../app.ts';
import { clearCookie, readCookie, setCookie } from '../http/cookies.ts';
import { toAppError } from '../http/errors.ts';
import { parseInput } from '../http/invalidInput.ts';
import { networkOf } from '../http/network.ts';
import { route } from '../http/route.ts';
import * as service from './service.ts';

const BROWSER_COOKIE = '__Host-google';

/** Where somebody wants to go is one of our words, never an address. */
const Start = z.object({
  redirect: z.enum(['dashboard', 'pricing', 'login']).catch('dashboard'),
  plan: z
    .string()
    .regex(/^[a-z]{1,20}$/)
    .optional()
    .catch(undefined),
});
const Callback = z.object({ state: z.string().min(1).max(200), code: z.string().min(1).max(4096) });

/** Where the login page itself goes after a login; back to it when only that browser knows where somebody was going. */
function destinationOf({ redirect, plan }: z.output<typeof Start>): string {
  if (redirect === 'login') return '/login?from=google';
  return redirect === 'pricing' && plan !== undefined ? `/pricing?plan=${plan}` : '/dashboard';
}

export function googleRoutes(router: Router, app: App): void {
  route(router, app, api.googleLogin, async ({ input, ctx }) => {
    const signedIn = await service.signInWithToken(app, input.idToken, fromOf(ctx));
    return welcome(app, ctx, signedIn, 'Welcome.');
  });

  /** A person is looking at a page, not a program at an answer: they are led back to the login page, which says it. */
  const visit = (path: string, act: (ctx: Context) => Promise<string>) =>
    router.get(path, async (ctx: Context) => {
      ctx.state['route'] = path;
      ctx.set('Cache-Control', 'no-store');
      try {
        await app.rateLimits.count('login', networkOf(ctx.ip));
        ctx.redirect(await act(ctx));
      } catch (cause) {
        const { code } = toAppError(cause);
        app.log.info({ err: cause }, 'a sign-in with Google failed');
        ctx.redirect(`/login?error=google&reason=${code}`);
      }
    });

  visit('/auth/google/start', async (ctx) => {
    const { url, browser } = await service.start(app, destinationOf(parseInput(Start, ctx.query)));
    setCookie(ctx, BROWSER_COOKIE, browser, service.SIGN_IN_SECONDS);
    return url;
  });

  visit('/auth/google/callback', async (ctx) => {
    const browser = readCookie(ctx.headers.cookie, BROWSER_COOKIE);
    clearCookie(ctx, BROWSER_COOKIE);
    const { sessionToken, destination } = await service.finish(
      app,
      { ...parseInput(Callback, ctx.query), browser },
      fromOf(ctx),
    );
    keepSession(ctx, sessionToken);
    return destination;
  });
}
