import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { readPage, showNotice } from './file.ts';

/** A longer text keeps the browser busy for seconds. */
const MAX_BYTES = 1024 * 1024;

/** The settings that some programs write in front of the text. */
const FRONT_MATTER = /^\uFEFF?---\r?\n[\s\S]*?\n(?:---|\.\.\.)\r?(?:\n|$)/;

/** Nothing of the text but harmless markup remains, whatever HTML it holds. */
const renderer = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeSanitize)
  .use(rehypeSlug)
  .use(rehypeStringify);

async function show(): Promise<void> {
  const { main, file } = readPage();
  const response = await fetch(file);
  const bytes = response.ok ? await response.blob() : null;
  if (bytes === null)
    return showNotice(main, file, 'This text could not be loaded. Reload the page, or save the file.');
  if (bytes.size > MAX_BYTES) return showNotice(main, file, 'This text is too long to show here.');
  const text = (await bytes.text()).replace(FRONT_MATTER, '');
  main.innerHTML = String(await renderer.process(text));
  const heading = main.querySelector('h1')?.textContent.trim();
  if (heading) document.title = heading;
  // The target did not exist when the browser looked for it.
  if (location.hash !== '')
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

void show();
