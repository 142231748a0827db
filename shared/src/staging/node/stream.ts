import type { Emit, StageEvent } from '../core/events.ts';

/**
 * Runs `work` and yields its events in order. The work starts with the iteration, which throws its error;
 * leaving the iteration aborts the work and waits for its end.
 */
export async function* eventStream(
  outer: AbortSignal | undefined,
  work: (emit: Emit, signal: AbortSignal) => Promise<void>,
): AsyncGenerator<StageEvent, void, void> {
  const left = new AbortController();
  const signal = outer ? AbortSignal.any([outer, left.signal]) : left.signal;
  const state = { waiting: [] as StageEvent[], over: false, wake: Promise.withResolvers<void>() };
  const ended = work((event) => {
    state.waiting.push(event);
    state.wake.resolve();
  }, signal);
  const settle = (): void => {
    state.over = true;
    state.wake.resolve();
  };
  const settled = ended.then(settle, settle);
  try {
    while (!state.over) {
      await state.wake.promise;
      state.wake = Promise.withResolvers();
      yield* state.waiting.splice(0);
    }
    yield* state.waiting;
    await ended;
  } finally {
    left.abort();
    await settled;
  }
}
