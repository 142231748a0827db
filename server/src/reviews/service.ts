import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { requestReview } from '@stagelink/shared/contracts/reviews';
import { uuidv7 } from 'uuidv7';
import * as accounts from '../accounts/repo.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { AppError, notFound } from '../http/errors.ts';
import { userChannel } from '../live/events.ts';
import { announce, record } from '../live/record.ts';
import { post } from '../mail/outbox.ts';
import { notifyAddresses } from '../notifications/service.ts';
import { linkOf } from '../snapshots/present.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { hold } from '../snapshots/service.ts';
import { invitation } from './invitation.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

type Wanted = Parsed<typeof requestReview>;

function assertSensible(wanted: Wanted): void {
  const twice = policy.namedTwice(wanted);
  if (twice !== -1) {
    const field = `reviewers.${twice}.userEmail`;
    throw new AppError('invalid_input', 'This reviewer is already added', { field });
  }
  if (policy.isPast(wanted, Date.now())) {
    throw new AppError('invalid_input', 'The deadline must be in the future', { field: 'deadline' });
  }
}

async function invite(
  app: App,
  tx: Tx,
  snapshot: LiveSnapshotRow,
  review: repo.ReviewRow,
  reviewers: repo.ReviewerRow[],
) {
  const owner = await accounts.find(tx, snapshot.ownerId);
  if (!owner) throw notFound('The requested snapshot');
  const { name, id, passwordSealed } = snapshot;
  const about = { name, url: linkOf(app, id), isProtected: passwordSealed !== null };
  for (const { name: reviewerName, email } of reviewers) {
    const words = invitation({ owner, reviewerName, snapshot: about, ...review });
    await post(app, tx, { to: { name: reviewerName, email }, ...words });
  }
  const emails = reviewers.map(({ email }) => email);
  await notifyAddresses(app, tx, emails, {
    type: 'other',
    title: `${owner.name} asks for your review`,
    message: `Please have a look at “${name}”.`,
    actionUrl: `/s/${id}`,
    snapshotId: id,
  });
}

export interface Requested {
  review: repo.ReviewRow;
  reviewers: repo.ReviewerRow[];
}

/** Asks for a review, in one transaction with the mails that say so. */
export function request(app: App, { id: snapshotId, notes, ...wanted }: Wanted): Promise<Requested> {
  assertSensible({ id: snapshotId, notes, ...wanted });
  return app.db.transaction(async (tx) => {
    const snapshot = await hold(tx, snapshotId);
    if (snapshot.expiresAt.getTime() <= Date.now()) {
      throw new AppError('conflict', 'Cannot request review on expired snapshot');
    }
    if (await repo.isUnderway(tx, snapshotId)) {
      throw new AppError('conflict', 'A review of this snapshot was requested already');
    }
    const id = uuidv7();
    const asked = wanted.reviewers.map(({ userName, userEmail }) => ({
      id: uuidv7(),
      name: userName,
      email: userEmail,
    }));
    const deadline = wanted.deadline ? new Date(wanted.deadline) : null;
    await repo.insert(tx, { id, snapshotId, notes, deadline }, asked);
    const [review, reviewers] = [await repo.find(tx, id), await repo.reviewersOf(tx, id)];
    if (!review) throw notFound('The requested review');
    await invite(app, tx, snapshot, review, reviewers);
    await announce(tx, { type: 'access_changed', snapshotId });
    await record(tx, [userChannel(snapshot.ownerId)], { type: 'lists_changed' });
    return { review, reviewers };
  });
}
