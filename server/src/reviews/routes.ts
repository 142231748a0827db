import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/reviews';
import { ownSnapshot, snapshotAtGate } from '../access/access.ts';
import { setReviewerCookie } from '../access/reviewer.ts';
import type { App } from '../app.ts';
import { route } from '../http/route.ts';
import { reviewerAtDoor } from './enter.ts';
import { presentReview } from './present.ts';
import * as service from './service.ts';

export function reviewRoutes(router: Router, app: App): void {
  route(router, app, api.requestReview, async ({ input, viewer }) => {
    await ownSnapshot(app, viewer, input.id);
    const { review, reviewers } = await service.request(app, input);
    return { review: presentReview(review, reviewers, app) };
  });

  route(router, app, api.enterReview, async ({ input, ctx }) => {
    const { id, name, snapshotId } = await reviewerAtDoor(app, input.token);
    await snapshotAtGate(app, snapshotId);
    setReviewerCookie(ctx, app.secrets, { id, snapshotId });
    return { snapshotId, reviewerName: name };
  });
}
