import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/accounts';
import { EMAIL_LINK_HOURS } from '@stagelink/shared/contracts/limits';
import type { App } from '../../../platform/context.ts';
import { OK, route } from '../../../platform/http/route.ts';
import * as service from './service.ts';

const ON_ITS_WAY = `We emailed you a link. It works for ${EMAIL_LINK_HOURS} hours.`;

export function addressRoutes(router: Router, app: App): void {
  route(router, app, api.sendVerification, async ({ viewer }) => {
    const isMailed = await service.requestVerification(app, viewer);
    return { ...OK, message: isMailed ? ON_ITS_WAY : 'Your email address is already confirmed.' };
  });

  route(router, app, api.changeEmail, async ({ input, viewer, address }) => {
    await service.requestChange(app, viewer, input, address);
    return {
      ...OK,
      message: `We emailed a link to ${input.email}. Your address changes when you open it.`,
    };
  });

  route(router, app, api.getAddressChange, async ({ viewer }) => ({
    email: await service.pendingChange(app, viewer),
  }));

  route(router, app, api.cancelAddressChange, async ({ viewer }) => {
    await service.cancelChange(app.db, viewer.userId);
    return OK;
  });

  route(router, app, api.verifyEmail, async ({ input, viewer }) => {
    const { email, changed } = await service.confirmByLink(app, viewer, input);
    const message = changed ? `Your email address is now ${email}.` : 'Your email address is confirmed.';
    return { ...OK, email, message };
  });
}
