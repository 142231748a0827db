import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/issues';
import type { App } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { ownAccess } from '../access/access.ts';
import { commenterFor } from '../comments/commenter.ts';
import { presentComment } from '../comments/present.ts';
import * as connectionRepo from './connectionRepo.ts';
import * as connections from './connections.ts';
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

  route(router, app, api.connectIssueTracker, async ({ input, principal }) => {
    await connections.connect(app, principal.userId, input);
    return { trackers: await repo.trackersOf(app.db, principal.userId) };
  });

  route(router, app, api.disconnectIssueTracker, async ({ input, principal }) => {
    await connectionRepo.remove(app.db, principal.userId, input.tracker);
    return { trackers: await repo.trackersOf(app.db, principal.userId) };
  });

  route(router, app, api.listIssueTeams, async ({ principal }) => ({
    teams: await connections.listTeams(app, principal.userId),
  }));

  route(router, app, api.setIssueTeam, async ({ input, principal }) => {
    await connectionRepo.putTeam(app.db, principal.userId, 'linear', input.team);
    return { trackers: await repo.trackersOf(app.db, principal.userId) };
  });

  route(router, app, api.createIssue, async ({ input, context, principal }) => {
    const access = await ownAccess(app, principal, input.id);
    const commenter = commenterFor(app, access, context);
    const row = await connections.create(app, access, commenter, input);
    return { comment: presentComment(app, access, commenter, row) };
  });

  route(router, app, api.linkIssue, async ({ input, context, principal }) => {
    const access = await ownAccess(app, principal, input.id);
    const commenter = commenterFor(app, access, context);
    const row = await service.link(app, access, commenter, input);
    return { comment: presentComment(app, access, commenter, row) };
  });
}
