import type { Browser } from '@playwright/test';

/** A picture of the screen, as JPEG, and when it was taken in milliseconds. */
export interface Frame {
  data: Buffer;
  timestamp: number;
}

export const SIZE = { width: 1280, height: 800 };

const HOST = 'http://frames.localhost';
const BITS_PER_SECOND = 450_000;
const MOST_BYTES = 3 * 1024 * 1024;

/**
 * Lets the browser encode frames as WebM while it plays them at their times, so that recording needs no other program.
 */
export async function encode(browser: Browser, frames: readonly Frame[], seconds: number): Promise<Buffer> {
  const [first] = frames;
  if (!first) throw new Error('No frame was recorded.');
  const page = await browser.newPage();
  await page.route(`${HOST}/**`, (route) => {
    const frame = frames[Number(new URL(route.request().url()).pathname.slice(1))];
    return route.fulfill(
      frame ? { body: frame.data, contentType: 'image/jpeg' } : { body: '', contentType: 'text/html' },
    );
  });
  await page.goto(`${HOST}/page`);
  const times = frames.map(({ timestamp }) => timestamp - first.timestamp);
  const bytes = await page.evaluate(
    async ({ times, size, bits, end }) => {
      const canvas = Object.assign(document.createElement('canvas'), size);
      const context = canvas.getContext('2d');
      const recorder = new MediaRecorder(canvas.captureStream(30), {
        mimeType: 'video/webm;codecs=vp9',
        videoBitsPerSecond: bits,
      });
      const parts: Blob[] = [];
      recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
      const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
      const until = (began: number, time: number) =>
        new Promise((resolve) => setTimeout(resolve, Math.max(0, began + time - performance.now())));
      const load = async (at: number) => createImageBitmap(await (await fetch(`/${at}`)).blob());

      let next = load(0);
      const began = performance.now();
      recorder.start(1000);
      for (const [at, time] of times.entries()) {
        const image = await next;
        if (at + 1 < times.length) next = load(at + 1);
        await until(began, time);
        context?.drawImage(image, 0, 0, size.width, size.height);
        image.close();
      }
      await until(began, end);
      recorder.stop();
      await ended;
      return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
    },
    { times, size: SIZE, bits: BITS_PER_SECOND, end: seconds * 1000 },
  );
  await page.close();
  if (bytes.length > MOST_BYTES)
    throw new Error(`The video has ${bytes.length} bytes, more than ${MOST_BYTES}.`);
  return Buffer.from(bytes);
}
