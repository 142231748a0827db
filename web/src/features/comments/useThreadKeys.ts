import { isResolved } from './threads.ts';
import type { Threads } from './threadsContext.ts';

/** J, K, R and Shift-R. */
export function useThreadKeys({ list: { shown }, opened }: Threads, showPanel: () => void) {
  const { current, isAtPin, actions } = opened;

  function walk(by: 1 | -1): void {
    const at = shown.findIndex(({ root }) => root.id === current?.root.id);
    const first = by > 0 ? 0 : shown.length - 1;
    const next = shown[at < 0 ? first : (at + by + shown.length) % shown.length];
    if (next) actions.open(next.root.id);
  }

  function reply(): void {
    if (!current?.root.can.reply) return;
    actions.reply(current.root.id);
    if (!isAtPin) showPanel();
  }

  function settle(): void {
    if (!current?.root.can.resolve) return;
    actions.settle(current.root.id, isResolved(current) ? 'published' : 'resolved');
  }

  return { walk, reply, settle };
}
