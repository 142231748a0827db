/** The part of the page that shows the file, with the file's address. The server writes both. */
export function readPage(): { main: HTMLElement; file: string; name: string } {
  const main = document.querySelector('main');
  const file = main?.dataset['file'];
  if (!main || file === undefined) throw new Error('The page names no file');
  return { main, file: new URL(file, document.baseURI).href, name: main.dataset['name'] ?? '' };
}

/** Saves the file on the visitor's disk. A link would get this page: hosting makes one wherever a browser opens the file. */
async function save(file: string): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await (await fetch(file)).blob());
  link.download = decodeURIComponent(new URL(file).pathname.replace(/^.*\//, ''));
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Replaces the page's content by a sentence and a button that saves the file. */
export function showNotice(main: HTMLElement, file: string, text: string): void {
  const notice = document.createElement('p');
  notice.className = 'notice';
  notice.setAttribute('role', 'status');
  notice.textContent = text;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Save the file';
  button.addEventListener('click', () => void save(file));
  notice.append(button);
  main.replaceChildren(notice);
}
