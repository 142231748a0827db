import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/reviews';
import { accessToReview, accessToSnapshot, ownSnapshot, snapshotAtGate } from '../access/access.ts';
import { setReviewerCookie } from '../access/reviewer.ts';
import type { App } from '../../platform/context.ts';
import { notFound, AppError } from '../../platform/http/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { OK, route } from '../../platform/http/route.ts';
import { close, removeReviewer } from './dismiss.ts';
import * as policy from './policy.ts';
import { presentReview } from './present.ts';
import * as repo from './repo.ts';
import { request } from './request.ts';
import * as service from './service.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { readToken } from './link.ts';

const linkEnded = () =>
  new AppError(
    'gone',
    'This review link no longer works. Please ask the person who sent it to you for a new one.',
  );

/** Returns the reviewer whose personal link contains this token, and the snapshot it opens. */
async function findReviewerByToken(
  app: App,
  token: string,
): Promise<{ reviewer: repo.ReviewerIdentity; snapshot: LiveSnapshotRow }> {
  const linked = readToken(app, token);
  const reviewer = linked && (await repo.findReviewer(app.db, linked.reviewerId));
  if (!reviewer) throw linkEnded();
  const snapshot = await snapshotAtGate(app, reviewer.snapshotId);
  if (snapshot.passwordRevision !== linked.passwordRevision) throw linkEnded();
  return { reviewer, snapshot };
}

export function reviewRoutes(router: Router, app: App): void {
  /** Returns the owner's snapshot of a review. */
  const ownReviewed = async (principal: Principal, reviewId: string) => {
    const snapshotId = await repo.snapshotOf(app.db, reviewId);
    if (snapshotId === undefined) throw notFound('That review');
    return { snapshot: await ownSnapshot(app, principal, snapshotId), isOwner: true, reviewer: null };
  };

  route(router, app, api.requestReview, async ({ input, principal }) => {
    const snapshot = await ownSnapshot(app, principal, input.id);
    const state = await request(app, input);
    return { review: presentReview(state, { snapshot, isOwner: true, reviewer: null }, app) };
  });

  route(router, app, api.listReviews, async ({ input, context }) => {
    const access = await accessToSnapshot(app, context, input.id);
    if (!access.isOwner && !access.reviewer) throw notFound('A review');
    const all = await repo.ofSnapshot(app.db, input.id);
    const seen = all.filter((state) => policy.canSee(state, access));
    return { reviews: seen.map((state) => presentReview(state, access, app)) };
  });

  route(router, app, api.cancelReview, async ({ input, principal }) => {
    const { snapshot } = await ownReviewed(principal, input.id);
    await service.cancel(app, snapshot.id, input.id);
    return OK;
  });

  route(router, app, api.closeReview, async ({ input, principal }) => {
    const access = await ownReviewed(principal, input.id);
    return { review: presentReview(await close(app, access.snapshot.id, input.id), access, app) };
  });

  route(router, app, api.removeReviewer, async ({ input, principal }) => {
    const access = await ownReviewed(principal, input.id);
    return { review: presentReview(await removeReviewer(app, access.snapshot.id, input), access, app) };
  });

  route(router, app, api.startReview, async ({ input, context }) => {
    const access = await accessToReview(app, context, input.id);
    return { review: presentReview(await service.start(app, access, input.id), access, app) };
  });

  route(router, app, api.submitReview, async ({ input, context }) => {
    const access = await accessToReview(app, context, input.id);
    return { review: presentReview(await service.submit(app, input, access), access, app) };
  });

  route(router, app, api.enterReview, async ({ input, ctx }) => {
    const { reviewer, snapshot } = await findReviewerByToken(app, input.token);
    setReviewerCookie(ctx, app.secrets, snapshot, reviewer.id);
    return { snapshotId: snapshot.id, reviewerName: reviewer.name };
  });
}
