import { expect, test } from 'vitest';
import { acceleratorOf, isStrong, keysOf } from './accelerator.ts';

const nothing = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };

test.each([
  [{ ...nothing, code: 'KeyS', ctrlKey: true, altKey: true }, 'Ctrl+Alt+S'],
  [{ ...nothing, code: 'Digit1', metaKey: true, shiftKey: true }, 'Shift+Super+1'],
  [{ ...nothing, code: 'F9' }, 'F9'],
  [{ ...nothing, code: 'ArrowUp', altKey: true }, 'Alt+Up'],
  [{ ...nothing, code: 'ControlLeft', ctrlKey: true }, null],
])('%o is %s', (pressed, accelerator) => {
  expect(acceleratorOf(pressed)).toBe(accelerator);
});

test.each([
  ['Ctrl+S', true],
  ['Alt+Shift+S', true],
  ['F5', true],
  ['S', false],
  ['Shift+S', false],
  ['Shift+Super+1', true],
])('whether %s may be a hotkey: %s', (accelerator, isAllowed) => {
  expect(isStrong(accelerator)).toBe(isAllowed);
});

test('keys have the labels of the keyboard', () => {
  expect(keysOf('CommandOrControl+Shift+S', 'darwin')).toEqual(['⌘', '⇧', 'S']);
  expect(keysOf('CommandOrControl+Shift+S', 'linux')).toEqual(['Ctrl', 'Shift', 'S']);
});
