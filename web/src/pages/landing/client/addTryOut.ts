/** How far below the window the controls start to load. */
const AHEAD = '400px';

/** Loads the controls that stage without an account when they come near, or when files are dragged over the page. */
export function addTryOut(): void {
  const place = document.querySelector('[data-try-out]');
  if (!place) return;
  const near = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) start();
    },
    { rootMargin: AHEAD },
  );
  const load = async () => (await import('./mountTryOut.tsx')).mountTryOut(place);
  function start(): void {
    near.disconnect();
    window.removeEventListener('dragenter', start);
    // The command beside it remains if its code cannot be loaded.
    load().catch(() => undefined);
  }
  near.observe(place);
  window.addEventListener('dragenter', start);
}
