import type * as native from '../native.ts';

/** Work between two pauses; a frame of the page stays below 100 ms. */
const SLICE_MS = 24;
const BUDGET_MS = 10_000;

/** Lets the page run between slices of the audit, and ends the audit in time. */
export interface Pace {
  /** Waits if the slice is used up. Call it between elements. */
  pause: () => Promise<void> | undefined;
  /** Waits in any case: what follows may take a whole slice. */
  rest: () => Promise<void>;
  isOver: () => boolean;
}

/** One for all audits of the page, because a browser keeps its channel. */
let nextTask: (() => Promise<void>) | undefined;

export function createPace(own: typeof native, now = () => performance.now()): Pace {
  const end = now() + BUDGET_MS;
  let sliceEnd = now() + SLICE_MS;
  const rest = async () => {
    nextTask ??= own.taskSource();
    await nextTask();
    sliceEnd = now() + SLICE_MS;
  };
  return {
    rest,
    pause: () => (now() < sliceEnd ? undefined : rest()),
    isOver: () => now() > end,
  };
}
