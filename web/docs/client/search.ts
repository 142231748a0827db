import MiniSearch from 'minisearch';

interface Passage {
  id: string;
  section: string;
  title: string;
  body: string;
}

const MOST = 8;
const EXCERPT = 110;

async function readIndex(): Promise<MiniSearch<Passage>> {
  const response = await fetch('/docs/search.json');
  if (!response.ok) throw new Error(`The search index answered ${response.status}`);
  const index = new MiniSearch<Passage>({
    fields: ['title', 'section', 'body'],
    storeFields: ['section', 'title', 'body'],
    searchOptions: { boost: { title: 4, section: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
  });
  index.addAll((await response.json()) as Passage[]);
  return index;
}

/** Returns the words around the first match. */
function excerptOf(body: string, terms: readonly string[]): string {
  const found = terms.map((term) => body.toLowerCase().indexOf(term)).filter((at) => at >= 0);
  const from = body.lastIndexOf(' ', Math.max(0, Math.min(...found, body.length) - 30)) + 1;
  const end = from + EXCERPT;
  return `${from > 0 ? '…' : ''}${body.slice(from, end)}${end < body.length ? '…' : ''}`;
}

const element = (tag: string, text: string) =>
  Object.assign(document.createElement(tag), { textContent: text });

function optionOf(
  { id, section, title, body }: Passage,
  terms: readonly string[],
  at: number,
): HTMLLIElement {
  const option = document.createElement('li');
  option.id = `result-${at}`;
  option.setAttribute('role', 'option');
  option.dataset['href'] = id;
  const place = section === title ? section : `${section} › ${title}`;
  option.append(element('strong', place), element('span', excerptOf(body, terms)));
  return option;
}

/** Searches while the user types. Arrow keys choose, Enter opens, Escape closes. */
export async function startSearch(root: HTMLElement, field: HTMLInputElement): Promise<void> {
  const panel = root.querySelector<HTMLElement>('.results');
  const list = root.querySelector('ul');
  const status = root.querySelector('p');
  if (!panel || !list || !status) return;
  const index = readIndex();
  let chosen = 0;

  const choose = (at: number) => {
    const options = [...list.children];
    chosen = options.length === 0 ? 0 : (at + options.length) % options.length;
    for (const [place, option] of options.entries())
      option.setAttribute('aria-selected', String(place === chosen));
    const option = options[chosen];
    option?.scrollIntoView({ block: 'nearest' });
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
  };
  const show = (isShown: boolean) => {
    panel.hidden = !isShown;
    field.setAttribute('aria-expanded', String(isShown));
  };
  const open = (option: Element | undefined) => {
    const href = (option as HTMLElement | undefined)?.dataset['href'];
    if (href === undefined) return;
    show(false);
    field.blur();
    window.location.assign(href);
  };
  const search = async () => {
    const text = field.value.trim();
    if (text === '') return show(false);
    try {
      const results = (await index).search(text).slice(0, MOST);
      if (text !== field.value.trim()) return;
      list.replaceChildren(
        ...results.map((result, at) => optionOf(result as unknown as Passage, result.terms, at)),
      );
      status.textContent = results.length === 0 ? `No results for “${text}”` : '';
      choose(0);
    } catch {
      list.replaceChildren();
      status.textContent = 'Failed to load the search. Reload the page.';
    }
    show(true);
  };

  field.addEventListener('input', () => void search());
  field.addEventListener('focus', () => void search());
  field.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) choose(chosen + step);
    else if (event.key === 'Enter') open(list.children[chosen]);
    else if (event.key === 'Escape') show(false);
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', ({ target }) => open((target as Element).closest('li') ?? undefined));
  document.addEventListener('pointerdown', ({ target }) => {
    if (!root.contains(target as Node)) show(false);
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null && !root.contains(relatedTarget as Node)) show(false);
  });
  await search();
}
