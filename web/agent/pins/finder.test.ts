import type { DrawnPin } from '@stagelink/shared/preview/messages';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

const page = { routeNow: () => '/', pageOf: (route: string) => route, isClosed: () => false };

/** Returns a finder of one pin, after its first round. */
function createFinder(isConnected: boolean): Finder {
  const later = (run: () => void, wait: number) => void setTimeout(run, wait);
  useNative({ ...native, later, isConnected: () => isConnected });
  rounds.length = 0;
  const nothing = () => undefined;
  const finder = new Finder(page, nothing, nothing);
  finder.setPins([pin]);
  vi.advanceTimersByTime(500);
  expect(rounds).toHaveLength(1);
  return finder;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Returns when each round began while the page did this in every frame for ten seconds. */
function roundsWhile(act: () => void): number[] {
  rounds.length = 0;
  const start = performance.now();
  while (performance.now() - start < 10_000) {
    act();
    vi.advanceTimersByTime(16);
  }
  return rounds.map((at) => at - start);
}

test('a page that changes its title continuously is searched rarely', () => {
  const finder = createFinder(true);
  const begun = roundsWhile(() => finder.turn());
  expect(begun.length * COST_MS).toBeLessThanOrEqual(10_000 / 20);
});

test('an element that left the page is searched at once, but rarely if it leaves repeatedly', () => {
  const finder = createFinder(false);
  const [urgent = Infinity, ...rest] = roundsWhile(() => finder.look([]));
  expect(urgent).toBeLessThan(300);
  // At most a twentieth of the time, on a page that changes continuously.
  expect(rest.length * COST_MS).toBeLessThanOrEqual(10_000 / 20);
});
