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
    await navigator.clipboard.writeText(await read());
    showToast(done);
  } catch {
    showToast('Failed to copy. Select the text and copy it yourself.');
  }
}

async function readText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

function addToBlock(block: HTMLPreElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy code');
  button.addEventListener('click', () => void copy(() => block.textContent.trim(), 'Copied'));
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}

/** Adds a button to each block of code, and to the page as Markdown. */
export function addCopying(): void {
  for (const block of document.querySelectorAll<HTMLPreElement>('article pre')) addToBlock(block);
  const page = document.querySelector<HTMLButtonElement>('[data-copy-page]');
  const url = page?.dataset['copyPage'];
  if (!page || url === undefined) return;
  page.hidden = false;
  page.addEventListener('click', () => void copy(() => readText(url), 'Page copied as Markdown'));
}
