import { useSyncExternalStore } from 'react';
import { countDialogs } from '../dialogs.ts';
import { isTypingOn } from './typing.ts';

const STORED = 'stagelink-single-keys';
const listeners = new Set<() => void>();
// The setting lasts as long as the page if there is no storage.
let unstored: boolean | undefined;

/**
 * Whether single-key shortcuts are on. Voice control and accidental presses are reasons to turn them off.
 */
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
  // Changed in another tab.
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

/** Whether a key press is a shortcut: not typing, and not inside an overlay. */
export function isCommand(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (isIn(event.target, FIELDS) || isIn(event.target, ELSEWHERE)) return false;
  // A dialog blocks shortcuts even without focus: a button that becomes disabled loses it.
  if (countDialogs() > 0) return false;
  return event.key.length > 1 || (areOn() && !isTypingOn());
}

/** Returns the key as actions define it. */
export const nameOf = ({ key }: KeyboardEvent): string => (key.length === 1 ? key.toLowerCase() : key);
