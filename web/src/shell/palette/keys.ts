import { useSyncExternalStore } from 'react';
import { countDialogs } from '../../ui/dialogs.ts';
import { isTypingOn } from '../../ui/typing.ts';

const STORED = 'stagelink-single-keys';
const listeners = new Set<() => void>();
// For a browser that keeps nothing for us.
let unstored: boolean | undefined;

/** Whether a letter pressed alone does something. People who speak to their computer, or press by accident, switch it off. */
function areOn(): boolean {
  try {
    return unstored ?? localStorage.getItem(STORED) !== 'off';
  } catch {
    return unstored ?? true;
  }
}

export function switchSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(STORED, isOn ? 'on' : 'off');
    unstored = undefined;
  } catch {
    unstored = isOn;
  }
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of ours.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export const useSingleKeys = () => useSyncExternalStore(listen, areOn);

const isIn = (target: EventTarget | null, selector: string) =>
  target instanceof HTMLElement && target.closest(selector) !== null;
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';
const ELSEWHERE = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Whether a key is pressed to command the page: not to type, not in something that lies over it. */
export function isCommand(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (isIn(event.target, FIELDS) || isIn(event.target, ELSEWHERE)) return false;
  // A dialog lies over everything, also when nothing has the focus: a button that cannot be pressed any more loses it.
  if (countDialogs() > 0) return false;
  return event.key.length > 1 || (areOn() && !isTypingOn());
}

/** A key as actions name it. */
export const nameOf = ({ key }: KeyboardEvent): string => (key.length === 1 ? key.toLowerCase() : key);
