import type { Router } from '@koa/router';
import { reportPresence } from '@stagelink/shared/contracts/comments';
import { type Access, accessToSnapshot } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import { watchersOf } from '../agentWork/watchRepo.ts';
import { route } from '../../platform/http/route.ts';
import type { Principal } from '../../platform/http/principal.ts';
import * as repo from './repo.ts';

/** Equal in all windows of one user. A visitor counts per window. */
function personOf({ reviewer }: Access, principal: Principal | null, windowId: string): string {
  if (principal) return `account:${principal.userId}`;
  return reviewer ? `reviewer:${reviewer.email}` : `window:${windowId}`;
}

export function presenceRoutes(router: Router, app: App): void {
  route(router, app, reportPresence, async ({ input, context, principal }) => {
    const access = await accessToSnapshot(app, context, input.id);
    const { people, others } = await repo.touch(app.db, {
      snapshotId: input.id,
      windowId: input.windowId,
      person: personOf(access, principal, input.windowId),
      name: principal?.name ?? access.reviewer?.name ?? input.name,
      isOwner: access.isOwner,
    });
    const agents = await watchersOf(app.db, access.snapshot.ownerId, input.id);
    return { people, visitors: others - people.length, agents };
  });
}
