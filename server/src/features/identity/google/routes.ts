import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/accounts';
import type { Context } from 'koa';
import * as z from 'zod';
import { AccountClosed } from '../accounts/closed.ts';
import { fromOf, keepSession, completeSignIn } from '../accounts/completeSignIn.ts';
import type { App } from '../../../platform/context.ts';
import { clearCookie, readCookie, setCookie } from '../../../platform/http/cookies.ts';
import { toAppError } from '../../../platform/http/errors.ts';
import { parseInput } from '../../../platform/http/invalidInput.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { route } from '../../../platform/http/route.ts';
import type { Google } from './google.ts';
import * as service from './service.ts';

const BROWSER_COOKIE = '__Host-google';

/** The target is a keyword, never a URL, so that it cannot redirect to another site. */
const Start = z.object({
  redirect: z.enum(['dashboard', 'pricing', 'login']).catch('dashboard'),
  plan: z
    .string()
    .regex(/^[a-z]{1,20}$/)
    .optional()
    .catch(undefined),
});
const Callback = z.object({ state: z.string().min(1).max(200), code: z.string().min(1).max(4096) });

/** Returns the path after sign-in; the login page if only that browser knows the target. */
function destinationOf({ redirect, plan }: z.output<typeof Start>): string {
  if (redirect === 'login') return '/login?from=google';
  return redirect === 'pricing' && plan !== undefined ? `/pricing?plan=${plan}` : '/dashboard';
}

export function googleRoutes(router: Router, app: App, google: Google | null): void {
  route(router, app, api.googleLogin, async ({ input, ctx }) => {
    const signedIn = await service.signInWithToken(app, google, input.idToken, fromOf(ctx));
    return completeSignIn(app, ctx, signedIn, 'Welcome.');
  });

  /** A person sees this response, so redirect errors to the login page instead of answering JSON. */
  const visit = (path: string, act: (ctx: Context) => Promise<string>) =>
    router.get(path, async (ctx: Context) => {
      ctx.state['route'] = path;
      ctx.set('Cache-Control', 'no-store');
      try {
        await app.rateLimits.consume('login', networkOf(ctx.ip));
        ctx.redirect(await act(ctx));
      } catch (cause) {
        const reason = cause instanceof AccountClosed ? cause.reason : toAppError(cause).code;
        app.log.info({ err: cause }, 'a sign-in with Google failed');
        ctx.redirect(`/login?error=google&reason=${reason}`);
      }
    });

  visit('/auth/google/start', async (ctx) => {
    const { url, browser } = await service.start(app, google, destinationOf(parseInput(Start, ctx.query)));
    setCookie(ctx, BROWSER_COOKIE, browser, service.SIGN_IN_SECONDS);
    return url;
  });

  visit('/auth/google/callback', async (ctx) => {
    const browser = readCookie(ctx.headers.cookie, BROWSER_COOKIE);
    clearCookie(ctx, BROWSER_COOKIE);
    const { sessionToken, destination } = await service.finish(
      app,
      google,
      { ...parseInput(Callback, ctx.query), browser },
      fromOf(ctx),
    );
    keepSession(ctx, sessionToken);
    return destination;
  });
}
