import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copyText.ts';

const BLOCKED = { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) };

/** Stands in for the browser's command, which jsdom does not have. Returns what it copies. */
function allowCommand(isAllowed: boolean): string[] {
  const copied: string[] = [];
  document.execCommand = (command) => {
    const { activeElement } = document;
    if (command !== 'copy' || !(activeElement instanceof HTMLTextAreaElement) || !isAllowed) return false;
    copied.push(activeElement.value.slice(activeElement.selectionStart, activeElement.selectionEnd));
    return true;
  };
  return copied;
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'execCommand');
  document.body.replaceChildren();
});

test.each([undefined, BLOCKED])('without the clipboard a selected text is copied (%s)', async (clipboard) => {
  vi.stubGlobal('navigator', { clipboard });
  const copied = allowCommand(true);
  const button = document.createElement('button');
  document.body.append(button);
  button.focus();
  expect(await copyText('https://stagelink.test/s/k3q9x7m2a1b4')).toBe(true);
  expect(copied).toEqual(['https://stagelink.test/s/k3q9x7m2a1b4']);
  expect(document.activeElement).toBe(button);
  expect(document.body.children).toHaveLength(1);
});

test('in a dialog the text is selected inside of it', async () => {
  vi.stubGlobal('navigator', {});
  document.body.innerHTML = '<dialog open><button></button></dialog>';
  document.querySelector('button')?.focus();
  document.execCommand = () => document.activeElement?.closest('dialog') !== null;
  expect(await copyText('maple-otter-42')).toBe(true);
});

test('a browser that allows neither is noticed', async () => {
  vi.stubGlobal('navigator', {});
  allowCommand(false);
  expect(await copyText('maple-otter-42')).toBe(false);
});
