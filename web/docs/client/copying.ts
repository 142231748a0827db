import { copyText } from '@stagelink/web/lib/copyText.ts';

const TOAST_MS = 2_000;

function showToast(text: string): void {
  const toast = document.querySelector<HTMLOutputElement>('.toast');
  if (!toast) return;
  toast.value = text;
  window.setTimeout(() => {
    if (toast.value === text) toast.value = '';
  }, TOAST_MS);
}

async function copy(read: () => Promise<string> | string, done: string): Promise<void> {
  try {
    if (await copyText(await read())) return showToast(done);
  } catch {
    // The text could not be read.
  }
  showToast('Failed to copy. Select the text and copy it yourself.');
}

async function readText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

function addToBlock(button: HTMLButtonElement): void {
  const code = () => button.previousElementSibling?.textContent.trim() ?? '';
  button.hidden = false;
  button.addEventListener('click', () => void copy(code, 'Copied'));
}

/** Starts the buttons of the blocks of code, and of the page as Markdown. They have their places in the page. */
export function addCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('.code button')) addToBlock(button);
  const page = document.querySelector<HTMLButtonElement>('[data-copy-page]');
  const url = page?.dataset['copyPage'];
  if (!page || url === undefined) return;
  page.hidden = false;
  page.addEventListener('click', () => void copy(() => readText(url), 'Page copied as Markdown'));
}
