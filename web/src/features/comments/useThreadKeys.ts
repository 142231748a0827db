import { isResolved } from './threads.ts';
import type { Threads } from './useThreads.ts';

/** J, K, R and Shift-R. */
export function useThreadKeys(threads: Threads, showPanel: () => void) {
  const { shown, current } = threads;

  function walk(by: 1 | -1): void {
    const at = shown.findIndex(({ root }) => root.id === current?.root.id);
    const first = by > 0 ? 0 : shown.length - 1;
    const next = shown[at < 0 ? first : (at + by + shown.length) % shown.length];
    if (next) threads.open(next.root.id);
  }

  function reply(): void {
    if (!current?.root.can.reply) return;
    threads.setReplyTo(current.root.id);
    if (!threads.isAtPin) showPanel();
  }

  function settle(): void {
    if (!current?.root.can.resolve) return;
    threads.settle(current.root.id, isResolved(current) ? 'published' : 'resolved');
  }

  return { walk, reply, settle };
}
