import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/oauth';
import { presentUser } from '../accounts/present.ts';
import { fromOf } from '../accounts/completeSignIn.ts';
import type { App } from '../../../platform/context.ts';
import { OK, route } from '../../../platform/http/route.ts';
import * as service from './service.ts';

export function authorizationRoutes(router: Router, app: App): void {
  route(router, app, api.authorizeProgram, async ({ input, principal }) => ({
    redirectTo: await service.authorize(app, principal, input),
  }));

  // The client is a program, so set no cookie.
  route(router, app, api.exchangeCode, async ({ input, ctx }) => {
    const { user, sessionToken, expiresAt } = await service.exchange(app, input, fromOf(ctx));
    return {
      ...OK,
      user: presentUser(user, app.config),
      sessionToken,
      message: 'You are signed in.',
      expiresAt: expiresAt.toISOString(),
    };
  });
}
