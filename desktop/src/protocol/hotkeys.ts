const LETTER = /\+(?:.|Plus|Space)$/;

/**
 * Whether a combination types a letter on some keyboard layout: AltGr is Ctrl+Alt on Windows, and Option
 * types letters on a Mac. Such a hotkey would block that letter in every other program.
 */
export function typesLetter(accelerator: string, platform: string): boolean {
  if (!LETTER.test(accelerator)) return false;
  const hasAlt = /(^|\+)(Alt|AltGr|Option)\+/i.test(accelerator);
  const hasCtrl = /(^|\+)(Ctrl|Control|CommandOrControl|CmdOrCtrl)\+/i.test(accelerator);
  const hasCommand = /(^|\+)(Super|Meta|Cmd|Command)\+/i.test(accelerator);
  return platform === 'darwin' ? hasAlt && !hasCtrl && !hasCommand : hasAlt && hasCtrl;
}
