import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/authorizations';
import { presentUser } from '../accounts/present.ts';
import { fromOf } from '../accounts/welcome.ts';
import type { App } from '../app.ts';
import { done, route } from '../http/route.ts';
import * as service from './service.ts';

export function authorizationRoutes(router: Router, app: App): void {
  route(router, app, api.authorizeProgram, async ({ input, viewer }) => ({
    redirectTo: await service.authorize(app, viewer, input),
  }));

  // The answer is for a program, so no cookie is set.
  route(router, app, api.exchangeCode, async ({ input, ctx }) => {
    const { user, sessionToken, expiresAt } = await service.exchange(app, input, fromOf(ctx));
    return {
      ...done,
      user: presentUser(user, app.config),
      sessionToken,
      message: 'You are signed in.',
      expiresAt: expiresAt.toISOString(),
    };
  });
}
