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

/** The field with its list of results. */
class SearchBox {
  readonly #field: HTMLInputElement;
  readonly #panel: HTMLElement;
  readonly #list: HTMLElement;
  readonly #status: HTMLElement;
  readonly #index = readIndex();
  #chosen = 0;

  constructor(field: HTMLInputElement, panel: HTMLElement, list: HTMLElement, status: HTMLElement) {
    this.#field = field;
    this.#panel = panel;
    this.#list = list;
    this.#status = status;
  }

  async search(): Promise<void> {
    const text = this.#field.value.trim();
    if (text === '') return this.show(false);
    try {
      const results = (await this.#index).search(text).slice(0, MOST);
      if (text !== this.#field.value.trim()) return;
      this.#list.replaceChildren(
        ...results.map((result, at) => optionOf(result as unknown as Passage, result.terms, at)),
      );
      this.#status.textContent = results.length === 0 ? `No results for “${text}”` : '';
      this.#choose(0);
    } catch {
      this.#list.replaceChildren();
      this.#status.textContent = 'Failed to load the search. Reload the page.';
    }
    this.show(true);
  }

  show(isShown: boolean): void {
    this.#panel.hidden = !isShown;
    this.#field.setAttribute('aria-expanded', String(isShown));
  }

  /** Arrow keys choose, Enter opens, Escape closes. */
  press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) this.#choose(this.#chosen + step);
    else if (event.key === 'Enter') this.open(this.#list.children[this.#chosen]);
    else if (event.key === 'Escape') this.show(false);
    else return;
    event.preventDefault();
  }

  open(option: Element | null | undefined): void {
    const href = (option as HTMLElement | null | undefined)?.dataset['href'];
    if (href === undefined) return;
    this.show(false);
    this.#field.blur();
    window.location.assign(href);
  }

  #choose(at: number): void {
    const options = [...this.#list.children];
    this.#chosen = options.length === 0 ? 0 : (at + options.length) % options.length;
    for (const [place, option] of options.entries())
      option.setAttribute('aria-selected', String(place === this.#chosen));
    const option = options[this.#chosen];
    option?.scrollIntoView({ block: 'nearest' });
    if (option) this.#field.setAttribute('aria-activedescendant', option.id);
    else this.#field.removeAttribute('aria-activedescendant');
  }
}

/** Searches while the user types. */
export async function startSearch(root: HTMLElement, field: HTMLInputElement): Promise<void> {
  const panel = root.querySelector<HTMLElement>('.results');
  const list = root.querySelector('ul');
  const status = root.querySelector('p');
  if (!panel || !list || !status) return;
  const box = new SearchBox(field, panel, list, status);
  for (const type of ['input', 'focus']) field.addEventListener(type, () => void box.search());
  field.addEventListener('keydown', (event) => box.press(event));
  list.addEventListener('click', ({ target }) => box.open((target as Element).closest('li')));
  document.addEventListener('pointerdown', ({ target }) => {
    if (!root.contains(target as Node)) box.show(false);
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null && !root.contains(relatedTarget as Node)) box.show(false);
  });
  await box.search();
}
