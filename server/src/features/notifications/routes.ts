import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/notifications';
import type { App } from '../../platform/context.ts';
import { OK, route } from '../../platform/http/route.ts';
import { list } from './list.ts';
import { presentNotification } from './present.ts';
import * as repo from './repo.ts';
import * as service from './service.ts';

export function notificationRoutes(router: Router, app: App): void {
  route(router, app, api.listNotifications, async ({ input, principal }) => {
    const { rows, ...page } = await list(app, principal.userId, input);
    return { notifications: rows.map(presentNotification), ...page };
  });

  route(router, app, api.getEmailPreferences, async ({ principal }) => {
    const reader = await repo.reader(app.db, principal.userId);
    return { emailFrequency: reader?.emailFrequency ?? 'never' };
  });

  route(router, app, api.setEmailPreferences, async ({ input: { emailFrequency }, principal }) => {
    await service.chooseFrequency(app, principal.userId, emailFrequency);
    return { emailFrequency };
  });

  route(router, app, api.readAllNotifications, async ({ principal }) => {
    await service.readAll(app, principal.userId);
    return OK;
  });

  route(router, app, api.readNotification, async ({ input, principal }) => {
    await service.read(app, principal.userId, input.id);
    return OK;
  });

  route(router, app, api.unsubscribeFromMail, async ({ input }) => {
    return { ...OK, message: await service.unsubscribe(app, input) };
  });
}
