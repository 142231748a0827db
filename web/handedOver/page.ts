import './page.css';

const STEPS: Readonly<Record<string, string>> = { ArrowLeft: 'prev', ArrowRight: 'next' };

/** What uses arrow keys itself. */
const TAKES_ARROWS = 'input, textarea, select, video, [contenteditable]';

function isPlain({ altKey, ctrlKey, metaKey, shiftKey, defaultPrevented }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey && !shiftKey && !defaultPrevented;
}

/** Steps to the page before or after with the arrow keys. */
document.addEventListener('keydown', (event) => {
  const step = STEPS[event.key];
  const isTaken = event.target instanceof Element && event.target.matches(TAKES_ARROWS);
  if (step === undefined || isTaken || !isPlain(event)) return;
  document.querySelector<HTMLAnchorElement>(`a[rel=${step}]`)?.click();
});
