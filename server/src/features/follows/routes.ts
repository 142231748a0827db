import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/follows';
import { accessToSnapshot } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import { OK, route } from '../../platform/http/route.ts';
import { presentSubscription } from './present.ts';
import * as repo from './repo.ts';
import * as service from './service.ts';

// Only following needs access: a user may stop at any time, even without access to the snapshot.

export function subscriptionRoutes(router: Router, app: App): void {
  route(router, app, api.subscribe, async ({ input, context, principal }) => {
    await accessToSnapshot(app, context, input.id);
    const whole = { snapshotId: input.id, commentId: null };
    return { subscription: presentSubscription(await service.follow(app, principal.userId, whole)) };
  });

  route(router, app, api.unsubscribe, async ({ input, principal }) => {
    const whole = { snapshotId: input.id, commentId: null };
    return { subscription: presentSubscription(await service.pause(app, principal.userId, whole)) };
  });

  route(router, app, api.listSubscriptions, async ({ principal }) => {
    const rows = await repo.ofUser(app.db, principal.userId);
    return { subscriptions: rows.map(presentSubscription) };
  });

  route(router, app, api.updateSubscription, async ({ input, principal }) => {
    return { subscription: presentSubscription(await service.setActive(app, principal.userId, input)) };
  });

  route(router, app, api.deleteSubscription, async ({ input, principal }) => {
    await service.cancel(app, principal.userId, input.id, input.undo === 'true');
    return OK;
  });
}
