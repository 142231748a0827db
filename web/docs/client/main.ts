import { addCopying } from './copying.ts';

const SEARCH_KEY = '/';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** Loads the search when it is first used. */
function addSearch(): void {
  const root = document.querySelector<HTMLElement>('[data-search]');
  const field = root?.querySelector('input');
  if (!root || !field) return;
  root.hidden = false;
  const start = async () => (await import('./search.ts')).startSearch(root, field);
  field.addEventListener('focus', () => void start(), { once: true });
  document.addEventListener('keydown', (event) => {
    if (event.key !== SEARCH_KEY || event.metaKey || event.ctrlKey || isTyping(event.target)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

/** Marks the heading that is being read in “On this page”. */
function markReading(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [
      link.hash.slice(1),
      link,
    ]),
  );
  const headings = [...document.querySelectorAll('article h2')];
  const mark = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120);
    for (const link of links.values()) link.removeAttribute('aria-current');
    links.get(passed.at(-1)?.id ?? headings[0]?.id ?? '')?.setAttribute('aria-current', 'location');
  };
  const observer = new IntersectionObserver(mark, { rootMargin: '-120px 0px 0px' });
  for (const heading of headings) observer.observe(heading);
}

/** Loads what tries calls, on the pages that have some. */
async function addTrying(): Promise<void> {
  const calls = [...document.querySelectorAll<HTMLElement>('article h2:has(code)')];
  if (calls.length > 0) (await import('./trying.ts')).addTrying(calls);
}

addSearch();
addCopying();
void addTrying();
markReading();
