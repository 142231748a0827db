import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/replyMail';
import { accessToSnapshot } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import { commenterFor } from '../comments/commenter.ts';
import { OK, route } from '../../platform/http/route.ts';
import * as service from './service.ts';

export function replyMailRoutes(router: Router, app: App): void {
  route(router, app, api.getReplyAddress, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    return service.read(app, access, commenterFor(app, access, context));
  });

  route(router, app, api.setReplyAddress, async ({ input, context, address }) => {
    const access = await accessToSnapshot(app, context, input.id);
    return service.leave(
      app,
      access,
      commenterFor(app, access, context, input.anonymousUserId),
      input,
      address,
    );
  });

  route(router, app, api.removeReplyAddress, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    await service.removeAddress(app, access, commenterFor(app, access, context, input.anonymousUserId));
    return OK;
  });

  route(router, app, api.confirmReplyAddress, async ({ input }) => ({
    ...OK,
    snapshotId: await service.confirm(app, input.token),
    message: 'Your address is confirmed. You are emailed about replies to your comments.',
  }));
}
