import type { confirmThread } from '@stagelink/shared/contracts/agentWork';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { Access } from '../access/access.ts';
import { commenterFor, withProof } from '../comments/commenter.ts';
import { type Commenter, isAuthor } from '../comments/policy.ts';
import { assertMayPost, write } from '../comments/post.ts';
import * as comments from '../comments/repo.ts';
import { assertVisible, visible } from '../comments/service.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { CountedRequest } from '../../platform/http/principal.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import { readAnswerToken } from './answerLink.ts';
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
): Promise<comments.CheckedRow> {
  const row = await assertVisible(db, commenter, snapshotId, id);
  if (row.parentId !== null || !isAuthor(row, commenter)) throw notAuthor();
  return row;
}

/** Returns the hash of the thread's author, if the link in an email proves that they ask; null if it proves nothing. */
async function provenHash(
  app: App,
  { snapshot }: Access,
  { commentId, answerToken }: Wanted,
): Promise<Buffer | null> {
  const proof = answerToken === undefined ? null : readAnswerToken(app, answerToken);
  if (proof?.threadId !== commentId || proof.passwordRevision !== snapshot.passwordRevision) return null;
  if ((await repo.stagedVersion(app.db, commentId)) !== proof.version) return null;
  return (await comments.findChecked(app.db, snapshot.id, commentId))?.anonymousHash ?? null;
}

/** Notes whether what was staged is what the thread's author meant. */
export async function confirm(
  app: App,
  access: Access,
  context: CountedRequest,
  wanted: Wanted,
): Promise<{ row: comments.CommentRow; commenter: Commenter }> {
  const { commentId, isConfirmed, text, anonymousUserId } = wanted;
  const { id } = access.snapshot;
  const reader = commenterFor(app, access, context, anonymousUserId);
  const hash = await provenHash(app, access, wanted);
  const commenter = withProof(reader, hash);
  const { authorName } = await assertAuthor(app.db, commenter, id, commentId);
  if (!isConfirmed && text === undefined) {
    throw new AppError('invalid_input', 'Say what is missing.', { field: 'text' });
  }
  if (text !== undefined) assertMayPost(app, access, context);
  await app.db.transaction(async (tx) => {
    if (text !== undefined) {
      const reply = replyOf(commentId, text, { anonymousUserId, authorName });
      await write(app, tx, access, context, reply, hash);
    }
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
  return { row: await visible(app.db, reader, id, commentId), commenter: reader };
}
