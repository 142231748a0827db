import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as native from '../native.ts';
import { useNative } from './own.ts';
import { Rounds } from './rounds.ts';

const COST_MS = 100;
/** When each round began. */
const begun: number[] = [];
let rounds: Rounds;

function* round(): Generator<void> {
  begun.push(performance.now());
  vi.advanceTimersByTime(COST_MS);
  yield;
}

beforeEach(() => {
  vi.useFakeTimers();
  const later = (run: () => void, wait: number) => void setTimeout(run, wait);
  useNative({ ...native, later });
  begun.length = 0;
  rounds = new Rounds(
    round,
    () => false,
    () => undefined,
  );
  // The first round makes the next one wait for a rest.
  rounds.soon();
  vi.advanceTimersByTime(500);
});

afterEach(() => {
  vi.useRealTimers();
});

test('changes of the page wait for a rest, and what the user asks for does not', () => {
  expect(begun).toHaveLength(1);
  rounds.soon();
  vi.advanceTimersByTime(1000);
  expect(begun).toHaveLength(1);
  const ended = vi.fn<() => void>();
  rounds.now(ended);
  vi.advanceTimersByTime(70);
  expect(begun).toHaveLength(2);
  vi.advanceTimersByTime(10);
  expect(ended).toHaveBeenCalledOnce();
  // The rest that the round has replaced does not end in another one.
  vi.advanceTimersByTime(10_000);
  expect(begun).toHaveLength(2);
});

test('what is asked for during a round is called back after the next one', () => {
  const ended = vi.fn<() => void>();
  rounds.now();
  vi.advanceTimersByTime(60);
  expect(begun).toHaveLength(2);
  rounds.now(ended);
  vi.advanceTimersByTime(30);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(begun).toHaveLength(3);
  expect(ended).toHaveBeenCalledOnce();
});
