import { expect, onTestFinished, test, vi } from 'vitest';
import { withBreakers } from './breaker.ts';
import { type FailureKind, type Model, ModelError } from './model.ts';

async function attempt(model: Model): Promise<string> {
  try {
    const answer = model.answer([], new AbortController().signal);
    while ((await answer.next()).done !== true);
    return 'answered';
  } catch (cause) {
    return cause instanceof ModelError ? cause.message : 'another failure';
  }
}

/** A model that fails in the given way, and counts the requests that reach it. */
function failing() {
  const state = { failure: null as FailureKind | null, calls: 0 };
  const model = withBreakers({
    // oxlint-disable-next-line require-yield -- an answer without text
    async *answer() {
      state.calls += 1;
      if (state.failure) throw new ModelError(state.failure, state.failure);
      return { end: 'complete', usage: { tokensIn: 0, tokensOut: 0 } };
    },
  });
  return { state, model };
}

test('five failures in a row with one cause keep the model from being asked for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { state, model } = failing();
  state.failure = 'misconfigured';
  for (let count = 0; count < 7; count += 1) expect(await attempt(model)).toBe('misconfigured');
  expect(state.calls).toBe(5);
  state.failure = null;
  vi.setSystemTime(Date.now() + 59_000);
  expect(await attempt(model)).toBe('misconfigured');
  vi.setSystemTime(Date.now() + 2000);
  expect(await attempt(model)).toBe('answered');
  expect(state.calls).toBe(6);
});

test('each cause is counted on its own', async () => {
  const { state, model } = failing();
  for (const kind of ['unreachable', 'misconfigured'] as const)
    for (let count = 0; count < 4; count += 1) {
      state.failure = kind;
      await attempt(model);
    }
  expect(state.calls).toBe(8);
});

test.each(['silent', 'busy', 'rejected', 'empty'] as const)(
  'a model that is %s for one caller is asked by the others',
  async (kind) => {
    const { state, model } = failing();
    state.failure = kind;
    for (let count = 0; count < 7; count += 1) await attempt(model);
    expect(state.calls).toBe(7);
  },
);
