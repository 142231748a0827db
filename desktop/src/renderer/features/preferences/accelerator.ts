type PressedKeys = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>;

const NAMED: Record<string, string> = {
  Space: 'Space',
  Enter: 'Return',
  Tab: 'Tab',
  Backspace: 'Backspace',
  Delete: 'Delete',
  Insert: 'Insert',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Comma: ',',
  Period: '.',
  Slash: '/',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Minus: '-',
  Equal: '=',
  Backquote: '`',
};

function keyOf(code: string): string | null {
  const plain = /^(?:Key([A-Z])|Digit(\d)|(F\d{1,2}))$/.exec(code);
  return plain?.[1] ?? plain?.[2] ?? plain?.[3] ?? NAMED[code] ?? null;
}

/**
 * Returns the pressed keys in Electron's notation, such as `Ctrl+Alt+S`; null while only modifiers are
 * pressed.
 */
export function acceleratorOf({ code, ctrlKey, altKey, shiftKey, metaKey }: PressedKeys): string | null {
  const key = keyOf(code);
  if (key === null) return null;
  const held = [ctrlKey && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super', key];
  return held.filter((each) => each !== false).join('+');
}

/** Rejects keys that type a character: a global hotkey would block them in every program. */
export const isStrong = (accelerator: string): boolean =>
  /(^|\+)(Ctrl|Alt|Super)\+/.test(accelerator) || /(^|\+)F\d{1,2}$/.test(accelerator);

/** Returns the display names of an accelerator's keys; on a Mac, their symbols. */
export function keysOf(accelerator: string, platform: string): string[] {
  const signs: Record<string, string> =
    platform === 'darwin'
      ? { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Super: '⌘', Command: '⌘', CommandOrControl: '⌘' }
      : { CommandOrControl: 'Ctrl', Super: platform === 'win32' ? 'Win' : 'Super' };
  return accelerator.split('+').map((key) => signs[key] ?? key);
}
