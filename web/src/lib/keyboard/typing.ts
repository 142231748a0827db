/** Keys that follow each other faster belong to one text. */
const PAUSE_MS = 1000;
const FIELDS = 'input, textarea, select, [contenteditable]';

let ignoredUntil = 0;

/** Whether a key was meant for a field that was just removed. */
export const isTypingOn = (): boolean => performance.now() < ignoredUntil;

function follow({ key, target }: KeyboardEvent): void {
  const isInField = target instanceof Element && target.matches(FIELDS);
  if (isInField) ignoredUntil = 0;
  if (!isTypingOn()) window.removeEventListener('keydown', follow, true);
  else if (key.length === 1) ignoredUntil = performance.now() + PAUSE_MS;
}

/** Call it when a focused field is removed: ignores single keys until typing pauses. */
export function ignoreTyping(): void {
  ignoredUntil = performance.now() + PAUSE_MS;
  window.addEventListener('keydown', follow, true);
}
