import type { Comment, CommentState } from '@stagelink/shared/contracts/comments';
import { useStable } from '../../kit/useStable.ts';
import { reopen, resolve } from './api.ts';
import type { Thread } from './threads.ts';
import type { Act } from './useAct.ts';
import { t } from './viewerCopy.ts';

interface Resolving {
  all: readonly Thread[];
  /** Returns the thread that has the keyboard when this one leaves the list. */
  neighborOf: (id: string) => Thread | undefined;
  /** The version in the preview. */
  version: number;
  act: Act;
  /** Selects a thread and focuses it. */
  show: (id: string) => void;
  /** Focuses a thread, and selects it if the one before was selected. */
  showNext: (id: string, after: string) => void;
  /** A thread was resolved; `undo` reopens it. */
  onResolved: (undo: () => void) => void;
}

/** Resolves and reopens threads, so that the focus is never lost. */
export function useResolving({ all, neighborOf, version, act, show, showNext, onResolved }: Resolving) {
  async function reopenThread(root: Comment): Promise<void> {
    show(root.id);
    await act(root.id, t('updateFailed'), () => reopen(root));
  }

  async function resolveThread(root: Comment): Promise<void> {
    const next = neighborOf(root.id);
    if (next) showNext(next.root.id, root.id);
    const isDone = await act(root.id, t('updateFailed'), () => resolve(root, version));
    if (isDone) onResolved(() => void reopenThread(root));
    else show(root.id);
  }

  return useStable((id: string, state: CommentState) => {
    const root = all.find((thread) => thread.root.id === id)?.root;
    if (root) void (state === 'resolved' ? resolveThread : reopenThread)(root);
  });
}
