import { t } from './copy.ts';

const INTERVAL_MS = 1200;

/** Shows the next tagline in each interval, until the visitor pauses or because less motion is wanted. */
export function rotateTaglines(): void {
  const root = document.querySelector<HTMLElement>('[data-taglines]');
  const button = root?.querySelector('button');
  const taglines = [...(root?.querySelectorAll<HTMLElement>('[data-shown], [data-shown] ~ span') ?? [])];
  if (!root || !button) return;
  let shown = 0;
  let timer: number | undefined;

  const next = () => {
    delete taglines[shown]?.dataset['shown'];
    shown = (shown + 1) % taglines.length;
    const tagline = taglines[shown];
    if (tagline) tagline.dataset['shown'] = '';
  };
  const pause = (isPaused: boolean) => {
    clearInterval(timer);
    timer = isPaused ? undefined : window.setInterval(next, INTERVAL_MS);
    root.toggleAttribute('data-paused', isPaused);
    button.ariaLabel = t(isPaused ? 'playTaglines' : 'pauseTaglines');
  };
  button.addEventListener('click', () => pause(timer !== undefined));
  pause(window.matchMedia('(prefers-reduced-motion: reduce)').matches);
}
