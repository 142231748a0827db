import { expect, test } from 'vitest';
import { AppError } from '../../platform/http/errors.ts';
import { withBreaker } from './breaker.ts';
import type { Model } from './model.ts';

async function attempt(model: Model, signal = new AbortController().signal): Promise<string> {
  try {
    const answer = model.answer([], signal);
    for (let next = await answer.next(); next.done !== true; next = await answer.next());
    return 'answered';
  } catch {
    return 'failed';
  }
}

test('five failures within a minute keep the model from being asked for the rest of it', async () => {
  let now = 0;
  let calls = 0;
  let isDown = true;
  const model = withBreaker(
    {
      // oxlint-disable-next-line require-yield -- an answer without text
      async *answer() {
        calls += 1;
        if (isDown) throw new AppError('unavailable', 'down');
        return { tokensIn: 0, tokensOut: 0 };
      },
    },
    () => now,
  );
  for (let count = 0; count < 7; count += 1) await attempt(model);
  expect(calls).toBe(5);
  isDown = false;
  now += 59_000;
  expect(await attempt(model)).toBe('failed');
  now += 2000;
  expect(await attempt(model)).toBe('answered');
  expect(calls).toBe(6);
});
