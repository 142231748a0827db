import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FrameStatus, type FrameWatch, watchFrame } from './watchFrame.ts';

let frame: HTMLIFrameElement;
let status: FrameStatus | undefined;
let frameWatch: FrameWatch | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  frame = document.createElement('iframe');
  isReachable = true;
});

afterEach(() => {
  frameWatch?.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

let isReachable: boolean;
function watch(): FrameWatch {
  frameWatch = watchFrame(
    frame,
    () => Promise.resolve(isReachable),
    (now) => {
      status = now;
    },
  );
  return frameWatch;
}

const load = () => {
  frame.setAttribute('src', 'https://label.content.test/');
  frame.dispatchEvent(new Event('load'));
};
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test('a page is shown when its agent has spoken, before it has loaded', async () => {
  watch().seen();
  expect(status).toBe('open');
  load();
  await wait(60);
  expect(status).toBe('open');
});

test('a page whose agent never speaks is shown all the same, and stays so', async () => {
  watch();
  load();
  await wait(0);
  expect(status).toBe('open');
  await wait(60);
  expect(status).toBe('open');
});

test('a frame that “loads” from an origin that does not respond has failed', async () => {
  isReachable = false;
  watch();
  load();
  await wait(0);
  expect(status).toBe('failed');
});

test('a frame that has not been given an address has not loaded anything', async () => {
  watch();
  frame.dispatchEvent(new Event('load'));
  await wait(1);
  expect(status).toBe('opening');
});

test('nothing at all for twenty seconds has failed', async () => {
  watch();
  await wait(19);
  expect(status).toBe('opening');
  await wait(2);
  expect(status).toBe('failed');
});

test.each([
  ['an agent that speaks', () => frameWatch?.seen()],
  ['a page that loads', () => load()],
])('%s late mends a failure', async (_what, happen) => {
  watch();
  await wait(30);
  expect(status).toBe('failed');
  happen();
  await wait(0);
  expect(status).toBe('open');
});

test('a frame that is no longer watched reports nothing', async () => {
  watch();
  load();
  frameWatch?.stop();
  await wait(60);
  expect(status).toBe('opening');
});

describe('a frame of the page’s first HTML', () => {
  beforeEach(() => frame.setAttribute('src', 'https://label.content.test/'));

  test('has loaded when the whole page had before us', async () => {
    watch();
    await wait(0);
    expect(status).toBe('open');
  });

  test('has loaded at the latest when the whole page has', async () => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    watch();
    await wait(0);
    expect(status).toBe('opening');
    window.dispatchEvent(new Event('load'));
    await wait(0);
    expect(status).toBe('open');
  });
});
