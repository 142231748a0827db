import type { confirmThread } from '@stagelink/shared/contracts/agentWork';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { Access } from '../access/access.ts';
import { commenterFor } from '../comments/commenter.ts';
import { type Commenter, isAuthor } from '../comments/policy.ts';
import { assertMayPost, write } from '../comments/post.ts';
import type { CommentRow } from '../comments/repo.ts';
import { assertVisible, visible } from '../comments/service.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { CountedRequest } from '../../platform/http/principal.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import { publishWork, reachesAgents, send } from './record.ts';
import * as repo from './repo.ts';
import { replyOf } from './service.ts';
import { stateAfter } from './transition.ts';

type Wanted = Parsed<typeof confirmThread>;

const notAuthor = () => new AppError('forbidden', 'Only the person who began this thread can confirm it.');

async function assertAuthor(
  db: App['db'] | Tx,
  commenter: Commenter,
  snapshotId: string,
  id: string,
): Promise<void> {
  const row = await assertVisible(db, commenter, snapshotId, id);
  if (row.parentId !== null || !isAuthor(row, commenter)) throw notAuthor();
}

/** Notes whether what was staged is what the thread's author meant. */
export async function confirm(
  app: App,
  access: Access,
  context: CountedRequest,
  { commentId, isConfirmed, text, anonymousUserId }: Wanted,
): Promise<{ row: CommentRow; commenter: Commenter }> {
  const { id } = access.snapshot;
  const commenter = commenterFor(app, access, context, anonymousUserId);
  await assertAuthor(app.db, commenter, id, commentId);
  if (!isConfirmed && text === undefined) {
    throw new AppError('invalid_input', 'Say what is missing.', { field: 'text' });
  }
  if (text !== undefined) await assertMayPost(app, access, context);
  await app.db.transaction(async (tx) => {
    if (text !== undefined) await write(app, tx, access, context, replyOf(commentId, text, anonymousUserId));
    const snapshot = await lockSnapshot(tx, id);
    await assertAuthor(tx, commenter, id, commentId);
    const work = (await repo.findAll(tx, id, [commentId])).get(commentId);
    const state = stateAfter(work, isConfirmed ? 'confirm' : 'notYet');
    if (state === work?.state) return;
    await repo.update(tx, commentId, { state, isTaken: false });
    // What strangers write reaches no agent until the owner sends it.
    const isSentAgain = !isConfirmed && (access.isOwner || reachesAgents(snapshot.agentFeedback, commenter));
    if (isSentAgain) await send(tx, snapshot, [commentId], commenter.name ?? '');
    else await publishWork(tx, snapshot, [commentId]);
  });
  return { row: await visible(app.db, commenter, id, commentId), commenter };
}
