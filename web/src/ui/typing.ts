/** Keys that follow each other faster than this belong to one text. */
const PAUSE_MS = 1000;
const FIELDS = 'input, textarea, select, [contenteditable]';

let ignoredUntil = 0;

/** Whether a key pressed now was meant for a field that has just gone. */
export const isTypingOn = (): boolean => performance.now() < ignoredUntil;

function follow({ key, target }: KeyboardEvent): void {
  const isInField = target instanceof Element && target.matches(FIELDS);
  if (isInField) ignoredUntil = 0;
  if (!isTypingOn()) window.removeEventListener('keydown', follow, true);
  else if (key.length === 1) ignoredUntil = performance.now() + PAUSE_MS;
}

/** Called when a field goes while it has the focus: single keys do nothing until typing has paused. */
export function ignoreTyping(): void {
  ignoredUntil = performance.now() + PAUSE_MS;
  window.addEventListener('keydown', follow, true);
}
