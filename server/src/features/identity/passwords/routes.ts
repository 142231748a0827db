import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/accounts';
import { PASSWORD_RESET_MINUTES } from '@stagelink/shared/contracts/limits';
import { guessKey } from '../accounts/service.ts';
import type { App } from '../../../platform/context.ts';
import { OK, route } from '../../../platform/http/route.ts';
import * as service from './service.ts';

export function passwordRoutes(router: Router, app: App): void {
  route(router, app, api.changePassword, async ({ input, principal }) => {
    await service.change(app, principal, input);
    return { ...OK, message: 'Your password has been changed. You are signed out on all other devices.' };
  });

  route(router, app, api.forgotPassword, async ({ input }) => {
    await service.requestReset(app, input.email);
    const message = `If there is an account with this address, we emailed it a link. It works for ${PASSWORD_RESET_MINUTES} minutes.`;
    return { ...OK, message };
  });

  route(router, app, api.resetPassword, async ({ input, ctx }) => {
    const email = await service.reset(app, input);
    await app.rateLimits.reset('loginFailures', guessKey(email, ctx.ip));
    return { ...OK, message: 'Your password has been changed. Please log in with it.' };
  });
}
