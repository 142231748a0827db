import { expect, test } from 'vitest';
import { typesLetter } from './hotkeys.ts';

test.each([
  ['CommandOrControl+Alt+S', 'win32', true],
  ['Ctrl+Alt+S', 'win32', true],
  ['Ctrl+Alt+Shift+S', 'win32', true],
  ['Control+Alt+2', 'linux', true],
  ['Ctrl+Alt+]', 'linux', true],
  ['Ctrl+Alt+Super+S', 'win32', true],
  ['Ctrl+Shift+S', 'win32', false],
  ['Alt+Shift+S', 'win32', false],
  ['Ctrl+Alt+F9', 'win32', false],
  ['Ctrl+Alt+Up', 'linux', false],
  ['Alt+S', 'darwin', true],
  ['Alt+Shift+S', 'darwin', true],
  ['CommandOrControl+Alt+S', 'darwin', false],
  ['Alt+Super+S', 'darwin', false],
])('whether %s types a letter on %s: %s', (accelerator, platform, isTyped) => {
  expect(typesLetter(accelerator, platform)).toBe(isTyped);
});
