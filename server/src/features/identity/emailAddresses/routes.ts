import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/accounts';
import { EMAIL_LINK_HOURS } from '@stagelink/shared/contracts/limits';
import type { App } from '../../../platform/context.ts';
import { OK, route } from '../../../platform/http/route.ts';
import * as service from './service.ts';

const ON_ITS_WAY = `We emailed you a link. It works for ${EMAIL_LINK_HOURS} hours.`;

export function addressRoutes(router: Router, app: App): void {
  route(router, app, api.sendVerification, async ({ principal }) => {
    const isMailed = await service.requestVerification(app, principal);
    return { ...OK, message: isMailed ? ON_ITS_WAY : 'Your email address is already confirmed.' };
  });

  route(router, app, api.changeEmail, async ({ input, principal, address }) => {
    await service.requestChange(app, principal, input, address);
    return {
      ...OK,
      message: `We emailed a link to ${input.email}. Your address changes when you open it.`,
    };
  });

  route(router, app, api.getAddressChange, async ({ principal }) => ({
    email: await service.pendingChange(app, principal),
  }));

  route(router, app, api.cancelAddressChange, async ({ principal }) => {
    await service.cancelChange(app.db, principal.userId);
    return OK;
  });

  route(router, app, api.verifyEmail, async ({ input, principal }) => {
    const { email, changed } = await service.confirmByLink(app, principal, input);
    const message = changed ? `Your email address is now ${email}.` : 'Your email address is confirmed.';
    return { ...OK, email, message };
  });
}
