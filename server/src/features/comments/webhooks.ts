import { WEBHOOK_EXCERPT_MAX } from '@stagelink/shared/contracts/limits';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { emit } from '../webhooks/emit.ts';
import { type CommentActivity, threadOf } from './notify.ts';
import * as repo from './repo.ts';
import { toPlainText } from './stripMarkdown.ts';

type ThreadEvent = 'comment.created' | 'comment.replied' | 'comment.resolved' | 'comment.reopened';
type Parts = Pick<App, 'config' | 'jobs'>;

const excerptOf = (text: string): string => toPlainText(text, WEBHOOK_EXCERPT_MAX);

function authorOf({ snapshot, by }: CommentActivity) {
  const { userId, name, reviewerEmail } = by;
  const withoutAccount = reviewerEmail === null ? 'visitor' : 'reviewer';
  const kind = userId === null ? withoutAccount : userId === snapshot.ownerId ? 'owner' : 'account';
  return { name, kind } as const;
}

async function describeThread({ config }: Parts, tx: Tx, { snapshot, comment }: CommentActivity) {
  const id = threadOf(comment);
  const first = await repo.findBeginning(tx, id);
  return {
    id,
    url: `${config.appUrl}/s/${snapshot.id}#thread=${id}`,
    route: first?.route ?? null,
    element: first?.element ?? null,
    excerpt: excerptOf(first?.text ?? ''),
  };
}

/** Queues what happened in a thread for the owner’s webhooks. */
export async function emitThread(
  app: Parts,
  tx: Tx,
  type: ThreadEvent,
  happened: CommentActivity,
): Promise<void> {
  const { snapshot, comment } = happened;
  const describe = async () => ({
    thread: await describeThread(app, tx, happened),
    author: authorOf(happened),
    ...(type === 'comment.replied' && { reply: { id: comment.id, excerpt: excerptOf(comment.text) } }),
  });
  await emit(app, tx, [snapshot], { type, threadId: threadOf(comment), describe });
}
