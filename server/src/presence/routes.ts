import type { Router } from '@koa/router';
import { tellPresence } from '@stagelink/shared/contracts/comments';
import { type Access, accessToSnapshot } from '../access/access.ts';
import type { App } from '../app.ts';
import { route } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import * as repo from './repo.ts';

/** The same in each of their windows. A visitor is somebody else in each. */
function personOf({ reviewer }: Access, viewer: Viewer | null, windowId: string): string {
  if (viewer) return `account:${viewer.userId}`;
  return reviewer ? `reviewer:${reviewer.email}` : `window:${windowId}`;
}

export function presenceRoutes(router: Router, app: App): void {
  route(router, app, tellPresence, async ({ input, viewer, ctx }) => {
    const access = await accessToSnapshot(app, { viewer, request: ctx.req }, input.id);
    const { people, others } = await repo.tell(app.db, {
      snapshotId: input.id,
      windowId: input.windowId,
      person: personOf(access, viewer, input.windowId),
      name: viewer?.name ?? access.reviewer?.name ?? input.name,
      isOwner: access.isOwner,
    });
    return { people, visitors: others - people.length };
  });
}
