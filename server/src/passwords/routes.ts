import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/accounts';
import { PASSWORD_RESET_MINUTES } from '@stagelink/shared/contracts/limits';
import { guessKey } from '../accounts/service.ts';
import type { App } from '../app.ts';
import { done, route } from '../http/route.ts';
import * as service from './service.ts';

export function passwordRoutes(router: Router, app: App): void {
  route(router, app, api.changePassword, async ({ input, viewer }) => {
    await service.change(app, viewer, input);
    return { ...done, message: 'Your password has been changed. Everywhere else you are signed out.' };
  });

  route(router, app, api.forgotPassword, async ({ input }) => {
    await service.forget(app, input.email);
    const message = `If there is an account with this address, we have mailed it a link. It works for ${PASSWORD_RESET_MINUTES} minutes.`;
    return { ...done, message };
  });

  route(router, app, api.resetPassword, async ({ input, ctx }) => {
    const email = await service.reset(app, input);
    await app.rateLimits.forget('loginFailures', guessKey(email, ctx.ip));
    return { ...done, message: 'Your password has been changed. Please log in with it.' };
  });
}
