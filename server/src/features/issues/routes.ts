import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/issues';
import type { App } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { ownAccess } from '../access/access.ts';
import { commenterFor } from '../comments/commenter.ts';
import { presentComment } from '../comments/present.ts';
import * as repo from './repo.ts';
import * as service from './service.ts';

export function issueRoutes(router: Router, app: App): void {
  route(router, app, api.getIssueTrackers, async ({ principal }) => ({
    trackers: await repo.trackersOf(app.db, principal.userId),
  }));

  route(router, app, api.setIssueTrackers, async ({ input, principal }) => {
    await repo.putTrackers(app.db, principal.userId, input);
    return { trackers: await repo.trackersOf(app.db, principal.userId) };
  });

  route(router, app, api.linkIssue, async ({ input, context, principal }) => {
    const access = await ownAccess(app, principal, input.id);
    const commenter = commenterFor(app, access, context);
    const row = await service.link(app, access, commenter, input);
    return { comment: presentComment(app, access, commenter, row) };
  });
}
