import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { submitReview } from '@stagelink/shared/contracts/reviews';
import type { Access } from '../access/access.ts';
import * as accounts from '../accounts/repo.ts';
import type { App } from '../app.ts';
import { hasVersion } from '../comments/repo.ts';
import type { Tx } from '../db/db.ts';
import { AppError, notFound } from '../http/errors.ts';
import { snapshotChannel, userChannel } from '../live/events.ts';
import { announce, listsChanged, recordEach } from '../live/record.ts';
import { post } from '../mail/outbox.ts';
import { notifyAddresses, notifyEach } from '../notifications/service.ts';
import { hold as holdSnapshot } from '../snapshots/service.ts';
import { cancellation } from './letters.ts';
import { newsOfAnswer } from './news.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

type Answer = Parsed<typeof submitReview>;

/** The review, held until the transaction ends. */
export async function hold(tx: Tx, id: string): Promise<repo.Asked> {
  const asked = await repo.lock(tx, id);
  if (!asked) throw notFound('That review');
  return asked;
}

/** The same after its owner's account and its snapshot, in the order in which a deletion takes them. */
async function holdWithin(tx: Tx, { snapshot }: Access, id: string): Promise<repo.Asked> {
  await accounts.keep(tx, snapshot.ownerId);
  await holdSnapshot(tx, snapshot.id);
  return hold(tx, id);
}

/** Their own part in a review, for whoever is named in it. */
function partOf(access: Access, { reviewers }: repo.Asked): repo.ReviewerRow {
  if (access.isOwner) throw new AppError('forbidden', 'You cannot review your own snapshot');
  const own = reviewers.find((reviewer) => policy.isThem(reviewer, access));
  if (!own) throw notFound('That review');
  return own;
}

/** Notes that a reviewer has begun to look; once they have, nothing. */
export function start(app: App, access: Access, id: string): Promise<repo.Asked> {
  return app.db.transaction(async (tx) => {
    const asked = await holdWithin(tx, access, id);
    const own = partOf(access, asked);
    if (own.status !== 'pending' || own.removedAt !== null) return asked;
    await repo.start(tx, own.id);
    await recordEach(tx, [listsChanged(snapshotChannel(access.snapshot.id))]);
    return hold(tx, id);
  });
}

/** Takes a reviewer's answer. The same one sent again changes nothing. */
export function submit(
  app: App,
  { id, status, feedback, version }: Answer,
  access: Access,
): Promise<repo.Asked> {
  const { snapshot } = access;
  return app.db.transaction(async (tx) => {
    const before = await holdWithin(tx, access, id);
    const own = partOf(access, before);
    if (own.removedAt !== null) throw new AppError('conflict', 'This review was closed before you answered');
    if (policy.isAnswer(own.status)) {
      if (own.status === status && own.feedback === feedback) return before;
      throw new AppError('conflict', 'You have already answered this review');
    }
    // A later one than the link shows may have been looked at all the same.
    if (version !== undefined && !(await hasVersion(tx, snapshot.id, version, access.isOwner))) {
      throw new AppError('invalid_input', 'There is no such version', { field: 'version' });
    }
    await repo.answer(tx, own.id, { status, feedback, version: version ?? snapshot.version });
    const asked = await hold(tx, id);
    const news = newsOfAnswer(snapshot, asked, own.id);
    const told = await notifyEach(app, tx, [{ ...news, userId: snapshot.ownerId }]);
    await recordEach(tx, [listsChanged(snapshotChannel(snapshot.id)), ...told]);
    return asked;
  });
}

/** Ends a review that is not completed: nothing of it is left, and whoever was asked is told. */
export function cancel(app: App, snapshotId: string, id: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    const snapshot = await holdSnapshot(tx, snapshotId);
    const asked = await hold(tx, id);
    if (policy.isCompleted(asked)) throw new AppError('conflict', 'A completed review cannot be cancelled');
    const owner = await accounts.find(tx, snapshot.ownerId);
    if (!owner) throw notFound('That review');
    await repo.remove(tx, id);

    for (const { name, email } of asked.reviewers) {
      const about = { owner, reviewerName: name, snapshotName: snapshot.name, ...asked.review };
      await post(app, tx, { to: { name, email }, ...cancellation(about) });
    }
    const emails = asked.reviewers.map(({ email }) => email);
    const told = await notifyAddresses(app, tx, emails, {
      type: 'other',
      title: `The review of “${snapshot.name}” was cancelled`,
      message: `${owner.name} no longer needs your review.`,
      actionUrl: null,
      snapshotId: null,
    });
    await announce(tx, { type: 'access_changed', snapshotId });
    const channels = [snapshotChannel(snapshotId), userChannel(owner.id)];
    await recordEach(tx, [...channels.map(listsChanged), ...told]);
  });
}
