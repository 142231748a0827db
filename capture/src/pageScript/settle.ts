/** Screens that are scrolled through for what loads late; an endless page ends there. */
const SCREENS_MAX = 40;
const IMAGES_MS = 4000;
const FRAME_MS = 60;
const IDLE_MS = 500;

/** Resolves in the next frame, or after so many milliseconds: hidden tabs draw none, and busy computers few. */
export const nextFrame = (limit = FRAME_MS): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(resolve, limit);
  });

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: IDLE_MS });
    setTimeout(resolve, IDLE_MS);
  });

const within = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => void setTimeout(resolve, milliseconds))]);

async function scrollThrough(signal: AbortSignal): Promise<void> {
  const { scrollX, scrollY, innerHeight } = window;
  const height = document.documentElement.scrollHeight;
  const screens = Math.min(SCREENS_MAX, Math.ceil(height / innerHeight));
  for (let screen = 1; screen < screens; screen += 1) {
    signal.throwIfAborted();
    window.scrollTo({ left: scrollX, top: screen * innerHeight, behavior: 'instant' });
    await nextFrame();
  }
  window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  await nextFrame();
}

async function imagesLoaded(): Promise<void> {
  const loading = Array.from(document.images).filter(({ complete }) => !complete);
  await Promise.all(
    loading.map(
      (image) =>
        new Promise((resolve) => {
          image.addEventListener('load', resolve, { once: true });
          image.addEventListener('error', resolve, { once: true });
        }),
    ),
  );
}

/** Waits until the page is complete: fonts, what loads when it is scrolled to, and images. */
export async function settle(signal: AbortSignal): Promise<void> {
  await within(IMAGES_MS, document.fonts.ready);
  await scrollThrough(signal);
  await within(IMAGES_MS, imagesLoaded());
  await within(IMAGES_MS, document.fonts.ready);
  await idle();
}
