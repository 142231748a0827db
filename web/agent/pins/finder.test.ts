import type { DrawnPin } from '@stagelink/shared/preview/messages';
import { expect, test, vi } from 'vitest';
import * as native from '../native.ts';
import { Finder } from './finder.ts';
import { useNative } from './own.ts';

const COST_MS = 100;
/** When each round began. */
const rounds: number[] = [];

vi.mock('@stagelink/shared/locator/find', () => ({
  *findAll() {
    rounds.push(performance.now());
    vi.advanceTimersByTime(COST_MS);
    yield [{ index: 0, finding: { status: 'found', element: document.body, confidence: 1 } }];
  },
}));

const pin = { id: 'one', locator: { route: '/', dialog: null } } as DrawnPin;

test('an element that left the page is searched at once, but rarely if it leaves repeatedly', () => {
  vi.useFakeTimers();
  const later = (run: () => void, wait: number) => void setTimeout(run, wait);
  useNative({ ...native, later, isConnected: () => false });
  const page = { routeNow: () => '/', pageOf: (route: string) => route, isClosed: () => false };
  const finder = new Finder(
    page,
    () => undefined,
    () => undefined,
  );
  finder.setPins([pin]);
  vi.advanceTimersByTime(500);
  expect(rounds).toHaveLength(1);

  // The page replaces it in every frame.
  const start = performance.now();
  while (performance.now() - start < 10_000) {
    finder.look([]);
    vi.advanceTimersByTime(16);
  }
  const [, urgent = Infinity, ...rest] = rounds;
  expect(urgent - start).toBeLessThan(300);
  // At most a twentieth of the time, on a page that changes continuously.
  expect(rest.length * COST_MS).toBeLessThanOrEqual(10_000 / 20);
  vi.useRealTimers();
});
