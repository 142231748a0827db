import type { Page } from '@playwright/test';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** A loaded image is first painted once it is decoded. Lazy images out of view are never loaded. */
async function imagesDecoded(page: Page): Promise<void> {
  const decoded = page.frames().map((frame) =>
    frame.evaluate(async () => {
      const shown = [...document.images].filter((image) => image.complete || image.loading !== 'lazy');
      await Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
    }),
  );
  await Promise.all(decoded);
}

/** A tab behind another one paints what was decoded when it comes to the front. */
async function imagesPainted(page: Page): Promise<void> {
  await page.bringToFront();
  await imagesDecoded(page);
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
}

/** Takes a picture of the whole page, with the images that it shows. */
export async function pictureOf(page: Page): Promise<Buffer> {
  await imagesPainted(page);
  return page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
}

/** Returns the share of pixels that differ; 1 for pictures of different sizes. */
export function difference(one: Buffer, other: Buffer): number {
  const [first, second] = [PNG.sync.read(one), PNG.sync.read(other)];
  const { width, height } = first;
  if (width !== second.width || height !== second.height) return 1;
  return pixelmatch(first.data, second.data, undefined, width, height, { threshold: 0.1 }) / (width * height);
}

/** Tells whether a picture has a pixel of this color (red, green, blue; 0 to 255). */
export function shows(picture: Buffer, color: readonly [number, number, number]): boolean {
  const { data } = PNG.sync.read(picture);
  for (let at = 0; at < data.length; at += 4) {
    if (color.every((value, channel) => data[at + channel] === value)) return true;
  }
  return false;
}
