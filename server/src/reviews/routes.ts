import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/reviews';
import { accessToReview, accessToSnapshot, ownSnapshot, snapshotAtGate } from '../access/access.ts';
import { setReviewerCookie } from '../access/reviewer.ts';
import type { App } from '../app.ts';
import { notFound } from '../http/errors.ts';
import { done, route } from '../http/route.ts';
import { reviewerAtDoor } from './enter.ts';
import * as policy from './policy.ts';
import { presentReview } from './present.ts';
import * as repo from './repo.ts';
import { request } from './request.ts';
import * as service from './service.ts';

export function reviewRoutes(router: Router, app: App): void {
  route(router, app, api.requestReview, async ({ input, viewer }) => {
    const snapshot = await ownSnapshot(app, viewer, input.id);
    const asked = await request(app, input);
    return { review: presentReview(asked, { snapshot, isOwner: true, reviewer: null }, app) };
  });

  route(router, app, api.listReviews, async ({ input, viewer, ctx }) => {
    const access = await accessToSnapshot(app, { viewer, request: ctx.req }, input.id);
    if (!access.isOwner && !access.reviewer) throw notFound('A review');
    const all = await repo.ofSnapshot(app.db, input.id);
    const seen = all.filter((asked) => policy.canSee(asked, access));
    return { reviews: seen.map((asked) => presentReview(asked, access, app)) };
  });

  route(router, app, api.cancelReview, async ({ input, viewer }) => {
    const snapshotId = await repo.snapshotOf(app.db, input.id);
    if (snapshotId === undefined) throw notFound('That review');
    await ownSnapshot(app, viewer, snapshotId);
    await service.cancel(app, snapshotId, input.id);
    return done;
  });

  route(router, app, api.startReview, async ({ input, viewer, ctx }) => {
    const access = await accessToReview(app, { viewer, request: ctx.req }, input.id);
    return { review: presentReview(await service.start(app, access, input.id), access, app) };
  });

  route(router, app, api.submitReview, async ({ input, viewer, ctx }) => {
    const access = await accessToReview(app, { viewer, request: ctx.req }, input.id);
    return { review: presentReview(await service.submit(app, input, access), access, app) };
  });

  route(router, app, api.enterReview, async ({ input, ctx }) => {
    const { id, name, snapshotId } = await reviewerAtDoor(app, input.token);
    await snapshotAtGate(app, snapshotId);
    setReviewerCookie(ctx, app.secrets, { id, snapshotId });
    return { snapshotId, reviewerName: name };
  });
}
