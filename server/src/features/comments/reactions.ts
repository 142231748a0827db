import { REACTIONS_PER_SNAPSHOT, VISITOR_REACTIONS_PER_SNAPSHOT } from '@stagelink/shared/contracts/limits';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { addReaction, removeReaction } from '@stagelink/shared/contracts/reactions';
import type { Access } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { CountedRequest, RequestContext } from '../../platform/http/principal.ts';
import { snapshotChannel } from '../../platform/live/events.ts';
import { publish } from '../../platform/live/publish.ts';
import { commenterFor } from './commenter.ts';
import { lockSnapshotAs } from './lock.ts';
import * as policy from './policy.ts';
import * as reactionRepo from './reactionRepo.ts';
import * as repo from './repo.ts';
import { assertMayComment, assertVisible, visible } from './service.ts';
import { newVisitor, visitorOf } from './visitor.ts';

interface Reacted {
  row: repo.CommentRow;
  /** Secret of a visitor's browser, which may be new. */
  secret: string | null;
}

/** Only viewers show reactions, so dashboards and editors get no event. */
const publishChange = (tx: Tx, { id, snapshotId }: repo.CheckedRow) =>
  publish(tx, [snapshotChannel(snapshotId)], { type: 'comment_updated', snapshotId, commentId: id });

async function assertCapacity(tx: Tx, snapshotId: string, commenter: policy.Commenter): Promise<void> {
  const { all, visitors } = await reactionRepo.countOn(tx, snapshotId);
  const isFull = policy.isVisitor(commenter) && visitors >= VISITOR_REACTIONS_PER_SNAPSHOT;
  if (isFull || all >= REACTIONS_PER_SNAPSHOT) {
    throw new AppError('conflict', 'The comments on this snapshot have reached their number of reactions.');
  }
}

/** Adds a reaction. Does nothing if the person already reacted this way. */
export async function add(
  app: App,
  access: Access,
  context: CountedRequest,
  { commentId, reaction, anonymousUserId, authorName }: Parsed<typeof addReaction>,
): Promise<Reacted> {
  const secret = anonymousUserId ?? visitorOf(context.request) ?? newVisitor();
  const commenter = commenterFor(app, access, context, secret);
  const { persons, userId, reviewer } = commenter;
  const snapshotId = access.snapshot.id;
  await app.db.transaction(async (tx) => {
    const snapshot = await lockSnapshotAs(tx, snapshotId, commenter);
    const row = await assertVisible(tx, commenter, snapshotId, commentId);
    assertMayComment(snapshot, commenter);
    if (!policy.permissionsFor(row, commenter, snapshot.commentPolicy).react) {
      throw new AppError('forbidden', 'This comment must be approved first.');
    }
    const [person] = persons;
    if (person === undefined || (await reactionRepo.has(tx, { commentId, reaction, persons }))) return;
    await assertCapacity(tx, snapshotId, commenter);
    if (policy.countsAsVisitor(commenter)) {
      await app.rateLimits.consumeAll([
        { name: 'visitorAddressReactions', key: `${snapshotId} ${context.address}` },
        { name: 'visitorReactions', key: snapshotId },
      ]);
    }
    // A name is text as well: it would appear without approval.
    const isNamed = !policy.needsApproval(snapshot.commentPolicy, commenter);
    const reviewerId = userId === null ? (reviewer?.id ?? null) : null;
    const name = commenter.name ?? ((isNamed && authorName) || repo.ANONYMOUS);
    await reactionRepo.insert(tx, { commentId, snapshotId, reaction, person, userId, reviewerId, name });
    await publishChange(tx, row);
  });
  const row = await visible(app.db, commenter, snapshotId, commentId);
  return { row, secret: policy.isVisitor(commenter) ? secret : null };
}

/** Takes a reaction back, also after comments were closed for the person. */
export async function remove(
  app: App,
  access: Access,
  context: RequestContext,
  { commentId, reaction, anonymousUserId }: Parsed<typeof removeReaction>,
): Promise<repo.CommentRow> {
  const commenter = commenterFor(app, access, context, anonymousUserId);
  const { persons } = commenter;
  await app.db.transaction(async (tx) => {
    const row = await assertVisible(tx, commenter, access.snapshot.id, commentId);
    if (await reactionRepo.remove(tx, { commentId, reaction, persons })) await publishChange(tx, row);
  });
  return visible(app.db, commenter, access.snapshot.id, commentId);
}
