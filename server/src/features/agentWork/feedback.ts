import type { waitForFeedback } from '@stagelink/shared/contracts/agentWork';
import type { Parsed, Reply } from '@stagelink/shared/contracts/endpoint';
import { AGENT_WAITS_MAX } from '@stagelink/shared/contracts/limits';
import { ownSnapshot } from '../access/access.ts';
import * as threads from '../comments/threads.ts';
import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Principal, RequestContext } from '../../platform/http/principal.ts';
import { snapshotChannel, userChannel } from '../../platform/live/events.ts';
import { publish } from '../../platform/live/publish.ts';
import { openSnapshots } from '../presence/repo.ts';
import * as feedbackRepo from './feedbackRepo.ts';
import * as repo from './repo.ts';
import type { Waiter, Waiters } from './waiters.ts';
import * as watchRepo from './watchRepo.ts';

type Wanted = Parsed<typeof waitForFeedback>;
type Result = Reply<typeof waitForFeedback>;

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const toCursor = ({ seq, commentId }: feedbackRepo.Position): string =>
  Buffer.from(`${seq}.${commentId}`).toString('base64url');

/** Throws for what is no cursor of ours: an agent that goes on from the start would do everything again. */
function fromCursor(cursor: string | null | undefined): feedbackRepo.Position {
  if (cursor == null) return feedbackRepo.START;
  const [, seq, commentId] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (seq === undefined || commentId === undefined)
    throw new AppError('invalid_input', 'This is not a cursor of an earlier reply.', { field: 'cursor' });
  return { seq: Number(seq), commentId };
}

interface Waiting {
  app: App;
  context: RequestContext<Principal>;
  wanted: Wanted;
}

/** Shows the agent as watching, which is also a sign of life for what it has taken. */
async function noteWatching({ app, context, wanted }: Waiting): Promise<void> {
  const { agent } = wanted;
  const snapshotId = wanted.snapshotId ?? null;
  const ownerId = context.principal.userId;
  await repo.renew(app.db, ownerId, agent.id);
  await app.db.transaction(async (tx) => {
    if (!(await watchRepo.note(tx, { ownerId, snapshotId, agent }))) return;
    const watched = snapshotId === null ? await openSnapshots(tx, ownerId) : [snapshotId];
    const channels = [userChannel(ownerId), ...watched.map(snapshotChannel)];
    await publish(tx, channels, { type: 'agents_changed' });
  });
}

async function startOf({ app, context, wanted }: Waiting): Promise<feedbackRepo.Position> {
  const position = fromCursor(wanted.cursor);
  const isAhead = await feedbackRepo.isAhead(app.db, context.principal.userId, position);
  return isAhead ? feedbackRepo.START : position;
}

async function read(
  { app, context, wanted }: Waiting,
  after: feedbackRepo.Position,
): Promise<Result['feedback']> {
  const { agent, limit } = wanted;
  const snapshotId = wanted.snapshotId ?? null;
  const ownerId = context.principal.userId;
  if (snapshotId !== null) await ownSnapshot(app, context.principal, snapshotId);
  const positions = await feedbackRepo.nextFeedback(app.db, {
    ownerId,
    agentId: agent.id,
    snapshotId,
    after,
    limit,
  });
  if (positions.length === 0) return [];
  const ids = positions.map(({ commentId }) => commentId);
  const found = new Map(
    (await threads.present(app, context, ids)).map((thread) => [thread.comment.id, thread]),
  );
  return positions.flatMap((position) => {
    const thread = found.get(position.commentId);
    return thread ? [{ thread, cursor: toCursor(position) }] : [];
  });
}

const signedOut = () =>
  new AppError('unauthenticated', 'This access was revoked while the agent waited. Sign in again.');

/** Reads until there is something, or the wait is over. */
async function readWhenChanged(
  waiting: Waiting,
  waiter: Waiter,
  after: feedbackRepo.Position,
): Promise<Result['feedback']> {
  for (;;) {
    const feedback = await read(waiting, after);
    if (feedback.length > 0) return feedback;
    const wake = await waiter.next();
    if (wake === 'signedOut') throw signedOut();
    if (wake === 'over') return [];
  }
}

/** Waits for threads after the cursor. Reading them changes nothing, so a lost reply is read again. */
export async function waitFor(waiters: Waiters, waiting: Waiting, closed: AbortSignal): Promise<Result> {
  const { context, wanted } = waiting;
  const { userId: ownerId, credential } = context.principal;
  if (wanted.snapshotId !== undefined) await ownSnapshot(waiting.app, context.principal, wanted.snapshotId);
  if (waiters.count(ownerId) >= AGENT_WAITS_MAX) {
    throw new AppError('rate_limited', `At most ${AGENT_WAITS_MAX} agents can wait at once.`, {
      retryAfter: wanted.seconds,
    });
  }
  const after = await startOf(waiting);
  await noteWatching(waiting);
  const waiter = waiters.open({
    ownerId,
    snapshotId: wanted.snapshotId ?? null,
    credentialId: credential.id,
    milliseconds: wanted.seconds * 1000,
  });
  closed.addEventListener('abort', waiter.close, { once: true });
  try {
    const feedback = await readWhenChanged(waiting, waiter, after);
    const cursor = feedback.at(-1)?.cursor ?? (after === feedbackRepo.START ? null : toCursor(after));
    return { feedback, cursor, isStopping: waiters.isStopping };
  } finally {
    waiter.close();
  }
}
