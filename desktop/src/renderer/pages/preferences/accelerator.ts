type Pressed = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>;

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

/** What is pressed, as Electron names it: `Ctrl+Alt+S`; null while only Ctrl and the like are held. */
export function acceleratorOf({ code, ctrlKey, altKey, shiftKey, metaKey }: Pressed): string | null {
  const key = keyOf(code);
  if (key === null) return null;
  const held = [ctrlKey && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super', key];
  return held.filter((each) => each !== false).join('+');
}

/** A key that is typed with must not be taken from every other program. */
export const isStrong = (accelerator: string): boolean =>
  /(^|\+)(Ctrl|Alt|Super)\+/.test(accelerator) || /(^|\+)F\d{1,2}$/.test(accelerator);

/** The keys of an accelerator, each as it is read; on a Mac by their signs. */
export function keysOf(accelerator: string, platform: string): string[] {
  const signs: Record<string, string> =
    platform === 'darwin'
      ? { Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Super: '⌘', Command: '⌘', CommandOrControl: '⌘' }
      : { CommandOrControl: 'Ctrl', Super: platform === 'win32' ? 'Win' : 'Super' };
  return accelerator.split('+').map((key) => signs[key] ?? key);
}
