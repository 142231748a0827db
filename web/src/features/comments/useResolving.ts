import type { Comment, CommentState } from '@stagelink/shared/contracts/comments';
import { useStable } from '../../kit/useStable.ts';
import { reopen, resolve } from './api.ts';
import type { Thread } from './threads.ts';
import type { Act } from './useAct.ts';
import { t } from './viewerCopy.ts';

interface Resolving {
  all: readonly Thread[];
  /** Returns the thread to select when this one leaves the list. */
  neighborOf: (id: string) => Thread | undefined;
  /** The version in the preview. */
  version: number;
  act: Act;
  /** Selects a thread and focuses it. */
  focus: (id: string) => void;
  /** A thread was resolved; `undo` reopens it. */
  onResolved: (undo: () => void) => void;
}

/** Resolves and reopens threads, so that the focus is never lost. */
export function useResolving({ all, neighborOf, version, act, focus, onResolved }: Resolving) {
  async function reopenThread(root: Comment): Promise<void> {
    focus(root.id);
    await act(root.id, t('updateFailed'), () => reopen(root));
  }

  async function resolveThread(root: Comment): Promise<void> {
    const next = neighborOf(root.id);
    if (next) focus(next.root.id);
    const isDone = await act(root.id, t('updateFailed'), () => resolve(root, version));
    if (isDone) onResolved(() => void reopenThread(root));
    else focus(root.id);
  }

  return useStable((id: string, state: CommentState) => {
    const root = all.find((thread) => thread.root.id === id)?.root;
    if (root) void (state === 'resolved' ? resolveThread : reopenThread)(root);
  });
}
