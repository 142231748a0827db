import { countDialogs } from '../dialogs.ts';
import { storedSetting } from '../storedSetting.ts';
import { isTypingOn } from './typing.ts';

/** Whether single-key shortcuts are on. Voice control and accidental presses are reasons to turn them off. */
const setting = storedSetting('single-keys');
const OFF = 'off';

export const switchSingleKeys = (isOn: boolean): void => setting.write(isOn ? 'on' : OFF);

export const useSingleKeys = (): boolean => setting.useValue() !== OFF;

/** Whether the user allows a key as a shortcut. */
export const isAllowed = (key: string): boolean => key.length > 1 || setting.read() !== OFF;

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
  return isAllowed(event.key) && (event.key.length > 1 || !isTypingOn());
}

/** Returns the key as actions define it. */
export const nameOf = ({ key }: KeyboardEvent): string => (key.length === 1 ? key.toLowerCase() : key);
