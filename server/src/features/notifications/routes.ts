import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/notifications';
import type { App } from '../../platform/context.ts';
import { OK, route } from '../../platform/http/route.ts';
import { list } from './list.ts';
import { presentNotification } from './present.ts';
import * as repo from './repo.ts';
import * as service from './service.ts';

export function notificationRoutes(router: Router, app: App): void {
  route(router, app, api.listNotifications, async ({ input, viewer }) => {
    const { rows, ...page } = await list(app, viewer.userId, input);
    return { notifications: rows.map(presentNotification), ...page };
  });

  route(router, app, api.getEmailPreferences, async ({ viewer }) => {
    const reader = await repo.reader(app.db, viewer.userId);
    return { emailFrequency: reader?.emailFrequency ?? 'never' };
  });

  route(router, app, api.setEmailPreferences, async ({ input: { emailFrequency }, viewer }) => {
    await service.chooseFrequency(app, viewer.userId, emailFrequency);
    return { emailFrequency };
  });

  route(router, app, api.readAllNotifications, async ({ viewer }) => {
    await service.readAll(app, viewer.userId);
    return OK;
  });

  route(router, app, api.readNotification, async ({ input, viewer }) => {
    await service.read(app, viewer.userId, input.id);
    return OK;
  });

  route(router, app, api.unsubscribeFromMail, async ({ input }) => {
    return { ...OK, message: await service.unsubscribe(app, input) };
  });
}
