import type { Comment } from '@stagelink/shared/contracts/comments';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { toast, toastUndo } from '../../kit/toast.ts';
import type { Act } from '../comments/useAct.ts';
import { decide, sendThreads } from './api.ts';
import { t } from './copy.ts';

/** Taking back is one request for each thread. */
const UNDO_MAX = 20;

async function takeBack(threads: readonly Comment[]): Promise<void> {
  for (const thread of threads) await decide(thread, 'withdraw');
}

/** Sends threads of a snapshot to agents, and offers to take them back. */
export async function sendWithUndo(
  { id, you }: Pick<SnapshotView, 'id' | 'you'>,
  threads: readonly Comment[],
  act: Act,
): Promise<void> {
  const [first] = threads;
  if (!first) return;
  const about = threads.length === 1 ? first.id : id;
  const ids = threads.map((thread) => thread.id);
  const isSent = await act(about, t('sendFailed'), () => sendThreads(id, ids, you.name ?? ''));
  if (!isSent) return;
  const message = t('sentThreads', { count: threads.length });
  if (threads.length > UNDO_MAX) toast(message);
  else toastUndo(message, () => void act(about, t('takeBackFailed'), () => takeBack(threads)));
}
