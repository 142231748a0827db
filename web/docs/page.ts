import type { Section } from './compile.ts';
import { markdownPathOf, pathOf } from './sections.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

function links(sections: readonly Section[], current: Section): string {
  const items = sections.map(({ slug, title }) => {
    const isCurrent = slug === current.slug ? ' aria-current="page"' : '';
    return `<li><a href="${pathOf(slug)}"${isCurrent}>${escape(title)}</a></li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

/** The guide, and below it the reference: only its overview until one of its pages is open. */
function menu({ guide, reference }: Contents, current: Section): string {
  const isOpen = reference.includes(current);
  return `${links(guide, current)}<hr>${links(isOpen ? reference : reference.slice(0, 1), current)}`;
}

const headingsOf = ({ headings }: Section) =>
  `<ul>${headings.map(({ id, text }) => `<li><a href="#${id}">${escape(text)}</a></li>`).join('')}</ul>`;

const neighbor = (section: Section | undefined, label: string, rel: string) =>
  section
    ? `<a rel="${rel}" href="${pathOf(section.slug)}"><small>${label}</small>${escape(section.title)}</a>`
    : '<span></span>';

/** The pages of the documentation: the guide for users, articles that the menu does not list, the reference of the API. */
export interface Contents {
  guide: readonly Section[];
  articles: readonly Section[];
  reference: readonly Section[];
}

/**
 * Renders what the page of a section shows. It works without its script, which adds the search, copying and trying
 * calls.
 */
export function renderPage(all: Contents, current: Section): string {
  const sections = [all.guide, all.reference].find((part) => part.includes(current)) ?? [current];
  const at = sections.indexOf(current);
  return `<a class="skip" href="#content">Skip to content</a>
<header class="bar" data-top-bar>
  <a class="product" href="/"><img src="/favicon.svg" width="20" height="20" alt="">Stagelink</a>
  <a class="here" href="/docs">Docs</a>
  <div class="search" data-search hidden>
    <input type="search" role="combobox" aria-label="Search the docs" aria-expanded="false"
      aria-controls="results" aria-autocomplete="list" placeholder="Search" autocomplete="off" spellcheck="false">
    <kbd aria-hidden="true">/</kbd>
    <div class="results" hidden>
      <ul id="results" role="listbox" aria-label="Search results"></ul>
      <p role="status"></p>
    </div>
  </div>
  <nav aria-label="Stagelink">
    <a href="/dashboard">Dashboard</a>
    <a class="outlined" href="/login">Sign In</a>
  </nav>
</header>
<div class="columns">
  <nav class="menu" aria-label="Sections">${menu(all, current)}</nav>
  <details class="phoneMenu"><summary>${escape(current.title)}</summary>
    <nav aria-label="Sections">${menu(all, current)}<hr><a href="/dashboard">Dashboard</a></nav>
  </details>
  <main id="content" tabindex="-1">
    <div class="head">
      <h1>${escape(current.title)}</h1>
      <div class="tools">
        <button type="button" data-copy-page="${markdownPathOf(current.slug)}" hidden>Copy as Markdown</button>
        <a href="${markdownPathOf(current.slug)}">View as Markdown</a>
      </div>
    </div>
    <p class="lead">${escape(current.description)}</p>
    <article>${current.html}</article>
    <nav class="neighbors" aria-label="Previous and next section">
      ${neighbor(sections[at - 1], 'Previous', 'prev')}${neighbor(sections[at + 1], 'Next', 'next')}
    </nav>
  </main>
  <nav class="contents" aria-labelledby="contents"><h2 id="contents">On this page</h2>${headingsOf(current)}</nav>
</div>
<output class="toast" aria-live="polite"></output>`;
}
