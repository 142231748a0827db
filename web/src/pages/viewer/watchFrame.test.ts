import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FrameStatus, type FrameWatch, watchFrame } from './watchFrame.ts';

let frame: HTMLIFrameElement;
let status: FrameStatus | undefined;
let frameWatch: FrameWatch | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  frame = document.createElement('iframe');
});

afterEach(() => {
  frameWatch?.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function watch({ hasAgent = true } = {}): FrameWatch {
  frameWatch = watchFrame(frame, hasAgent, (now) => {
    status = now;
  });
  return frameWatch;
}

const load = () => frame.dispatchEvent(new Event('load'));
const wait = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

test('a page is shown when its agent has spoken, before it has loaded', () => {
  watch().seen();
  expect(status).toBe('open');
  load();
  wait(60);
  expect(status).toBe('open');
});

test('a page that has loaded without a word from its agent has failed', () => {
  watch();
  load();
  wait(4);
  expect(status).toBe('opening');
  wait(2);
  expect(status).toBe('failed');
});

test('an image is shown when it has loaded', () => {
  watch({ hasAgent: false });
  load();
  wait(60);
  expect(status).toBe('open');
});

test('nothing at all for twenty seconds has failed', () => {
  watch({ hasAgent: false });
  wait(19);
  expect(status).toBe('opening');
  wait(2);
  expect(status).toBe('failed');
});

test('an agent that speaks late mends a failure', () => {
  const { seen } = watch();
  wait(30);
  seen();
  expect(status).toBe('open');
});

test('a frame nobody watches any more says nothing', () => {
  watch().stop();
  load();
  wait(60);
  expect(status).toBe('opening');
});

describe('a frame of the page’s first HTML', () => {
  beforeEach(() => frame.setAttribute('src', 'https://label.content.test/'));

  test('has loaded when the whole page had before us', () => {
    watch({ hasAgent: false });
    expect(status).toBe('open');
  });

  test('has loaded at the latest when the whole page has', () => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    watch({ hasAgent: false });
    expect(status).toBe('opening');
    window.dispatchEvent(new Event('load'));
    expect(status).toBe('open');
  });
});
