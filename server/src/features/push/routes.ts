import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/push';
import type { App } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import * as repo from './repo.ts';
import * as service from './service.ts';
import { vapidOf } from './vapid.ts';

export function pushRoutes(router: Router, app: App): void {
  const { publicKey } = vapidOf(app.config, app.secrets);

  route(router, app, api.getPush, async ({ principal }) => ({
    isOn: await repo.isOn(app.db, principal.credential.id),
    publicKey,
  }));

  route(router, app, api.turnPushOn, async ({ input, principal }) => {
    await service.turnOn(app, principal, input);
    return { isOn: true, publicKey };
  });

  route(router, app, api.turnPushOff, async ({ principal }) => {
    await repo.remove(app.db, principal.credential.id);
    return { isOn: false, publicKey };
  });
}
