import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/webhooks';
import type { App } from '../../platform/context.ts';
import { OK, route } from '../../platform/http/route.ts';
import { presentDelivery, presentWebhook } from './present.ts';
import * as repo from './repo.ts';
import * as service from './service.ts';

export function webhookRoutes(router: Router, app: App): void {
  route(router, app, api.listWebhooks, async ({ principal }) => {
    const rows = await repo.ofOwner(app.db, principal.userId);
    return { webhooks: rows.map((row) => presentWebhook(app, row)) };
  });

  route(router, app, api.createWebhook, async ({ input, principal }) => {
    const { row, secret } = await service.create(app, principal.userId, input);
    return { webhook: presentWebhook(app, row), secret };
  });

  route(router, app, api.updateWebhook, async ({ input, principal }) => ({
    webhook: presentWebhook(app, await service.change(app, principal.userId, input)),
  }));

  route(router, app, api.rotateWebhookSecret, async ({ input, principal }) => {
    const { row, secret } = await service.rotate(app, principal.userId, input.id);
    return { webhook: presentWebhook(app, row), secret };
  });

  route(router, app, api.deleteWebhook, async ({ input, principal }) => {
    await service.remove(app, principal.userId, input.id);
    return OK;
  });

  route(router, app, api.testWebhook, async ({ input, principal }) => ({
    delivery: presentDelivery(await service.test(app, principal.userId, input.id)),
  }));

  route(router, app, api.listWebhookDeliveries, async ({ input, principal }) => {
    const rows = await service.list(app, principal.userId, input.id);
    return { deliveries: rows.map(presentDelivery) };
  });

  route(router, app, api.resendWebhookDelivery, async ({ input, principal }) => ({
    delivery: presentDelivery(await service.resend(app, principal.userId, input)),
  }));
}
