import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { VisiblePicture } from './visiblePicture.ts';

const TAB = 7;
const BOX = { x: 0, y: 0, width: 1, height: 1, scale: 1 };

/** A canvas on which every picture is one opaque pixel. */
class OnePixel {
  width = 1;
  height = 1;
  getContext = () => ({
    drawImage: () => undefined,
    putImageData: () => undefined,
    getImageData: () => ({ data: new Uint8ClampedArray([0, 0, 0, 255]), width: 1, height: 1 }),
  });
  convertToBlob = () => Promise.resolve(new Blob(['png']));
}

/** Whether the tab is in front, each time that is read. */
function browserWith(...inFront: boolean[]): void {
  const get = vi.fn(() => Promise.resolve({ active: inFront.shift() === true, windowId: 1 }));
  vi.stubGlobal('chrome', {
    tabs: { get, captureVisibleTab: () => Promise.resolve('data:image/png;base64,AA==') },
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('OffscreenCanvas', OnePixel);
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({}));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function take(): Promise<Uint8Array | null> {
  const picture = new VisiblePicture(TAB).part(BOX);
  await vi.runAllTimersAsync();
  return picture;
}

test('a tab in front gives a picture', async () => {
  browserWith(true, true);
  expect(await take()).toHaveLength('png'.length);
});

test.each([
  ['before', [false]],
  ['while', [true, false]],
])(
  'nothing is kept of another tab to which the user went %s the picture was taken',
  async (_when, inFront) => {
    browserWith(...inFront);
    expect(await take()).toBeNull();
  },
);

test('the pause between two pictures begins once the browser has taken the first', async () => {
  browserWith(true, true, true, true);
  const requested: number[] = [];
  const capture = async () => {
    requested.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 800));
    return 'data:image/png;base64,AA==';
  };
  Object.assign(chrome.tabs, { captureVisibleTab: capture });
  const pictures = Promise.all([new VisiblePicture(TAB).part(BOX), new VisiblePicture(TAB).part(BOX)]);
  await vi.runAllTimersAsync();
  expect(await pictures).toHaveLength(2);
  const [first = 0, second = 0] = requested;
  expect(second - first).toBeGreaterThanOrEqual(800 + 500);
});
