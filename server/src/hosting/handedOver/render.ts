import { type HandedOverKind, handedOverKind } from '@stagelink/shared/domain/handedOver';
import { escapeHtml } from '../../platform/serving/pages.ts';
import { ASSETS } from './assets.ts';
import { densityOf, folderOf, hrefOf, titleOf } from './names.ts';

/** What all pages of a version have in common. */
export interface Surroundings {
  /** The path prefix of the site: empty on an origin of its own. */
  root: string;
  /** The tag that loads the preview agent. */
  agentTag: string;
  /** The handed-over files, in order. */
  paths: readonly string[];
}

/** Cards of the list with a picture of their file, and cards at all: a version may have 10,000 files. */
const PICTURED_MAX = 300;
const LISTED_MAX = 2_000;

const ICON = {
  list: '<path d="M4 6h4v4H4zM4 14h4v4H4zM12 8h8M12 16h8"/>',
  back: '<path d="m14 6-6 6 6 6"/>',
  forward: '<path d="m10 6 6 6-6 6"/>',
  pdf: '<path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6"/>',
  markdown: '<path d="M6 3h8l4 4v14H6zM14 3v4h4M9 11h6M9 14h6M9 17h4"/>',
} as const;

const icon = (name: keyof typeof ICON, size = 16): string =>
  `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" ` +
  `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${ICON[name]}</svg>`;

const KIND_NAMES: Record<HandedOverKind, string> = {
  picture: 'Picture',
  markdown: 'Text',
  pdf: 'PDF',
  video: 'Video',
};

/** A page with the agent first, as in every document of a version. */
function renderDocument(
  { root, agentTag }: Surroundings,
  {
    title,
    className,
    scripts,
    body,
  }: { title: string; className: string; scripts: readonly string[]; body: string },
): string {
  const assets = root + ASSETS;
  const tags = scripts.map((name) => `<script type="module" src="${assets}${name}.js"></script>`).join('');
  return (
    `<!doctype html><html lang="en"><head>${agentTag}<meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${assets}page.css">${tags}</head>` +
    `<body class="${className}">${body}</body></html>`
  );
}

function renderStep(root: string, path: string | undefined, rel: 'prev' | 'next'): string {
  if (path === undefined) return '';
  const label = `${rel === 'prev' ? 'Previous' : 'Next'}: ${titleOf(path)}`;
  const arrow = icon(rel === 'prev' ? 'back' : 'forward');
  return `<a rel="${rel}" href="${escapeHtml(hrefOf(root, path))}" aria-label="${escapeHtml(label)}">${arrow}</a>`;
}

/** The bar of a page among several: the list, the name, the pages before and after. */
function renderBar({ root, paths }: Surroundings, path: string): string {
  if (paths.length < 2) return '';
  const at = paths.indexOf(path);
  return (
    `<header class="bar"><a class="all" href="${root}/" aria-label="All pages">${icon('list')}<span>All pages</span></a>` +
    `<p class="name">${escapeHtml(titleOf(path))}</p>` +
    `<nav class="steps" aria-label="Pages">${renderStep(root, paths[at - 1], 'prev')}` +
    `<span>${at + 1} of ${paths.length}</span>${renderStep(root, paths[at + 1], 'next')}</nav></header>`
  );
}

const NO_SCRIPT = '<noscript><p class="notice">This page needs JavaScript.</p></noscript>';

/** What `main` holds; for a text and a PDF a script fills it. */
function renderContent(kind: HandedOverKind, href: string, path: string): string {
  const title = escapeHtml(titleOf(path));
  const heading = `<h1 class="unseen">${title}</h1>`;
  if (kind === 'picture') {
    const density = densityOf(path);
    const image = `<img src="${href}" alt="${title}">`;
    // The browser takes a picture without a source for one of single density.
    return (
      heading + (density === 1 ? image : `<picture><source srcset="${href} ${density}x">${image}</picture>`)
    );
  }
  if (kind === 'video') {
    return `${heading}<video src="${href}" controls playsinline preload="metadata" aria-label="${title}"></video>`;
  }
  return `<p class="notice" role="status">Loading ${title}…</p>${NO_SCRIPT}`;
}

/** Renders the page of one file. */
export function renderFilePage(surroundings: Surroundings, path: string, kind: HandedOverKind): string {
  const href = escapeHtml(hrefOf(surroundings.root, path));
  const title = titleOf(path);
  const main =
    `<main data-file="${href}" data-name="${escapeHtml(title)}">` +
    `${renderContent(kind, href, path)}</main>`;
  return renderDocument(surroundings, {
    title,
    className: kind,
    scripts: kind === 'picture' ? ['page'] : ['page', kind],
    body: renderBar(surroundings, path) + main,
  });
}

function renderThumbnail(kind: HandedOverKind, href: string, isPictured: boolean): string {
  if (kind === 'picture' && isPictured) return `<img src="${href}" alt="" loading="lazy" decoding="async">`;
  if (kind === 'video' && isPictured) {
    return `<video src="${href}#t=0.1" preload="metadata" muted playsinline tabindex="-1" aria-hidden="true"></video>`;
  }
  return kind === 'pdf' || kind === 'markdown' ? icon(kind, 40) : '';
}

function renderCard(root: string, path: string, isPictured: boolean): string {
  const kind = handedOverKind(path) ?? 'picture';
  const href = escapeHtml(hrefOf(root, path));
  return (
    `<li><a class="card" href="${href}"><span class="thumb">${renderThumbnail(kind, href, isPictured)}</span>` +
    `<span class="label">${escapeHtml(titleOf(path))}</span><span class="kind">${KIND_NAMES[kind]}</span></a></li>`
  );
}

/** The cards of one folder below its name; the files beside each other have none. */
function renderFolder(folder: string, cards: readonly string[]): string {
  const heading = folder === '' ? '' : `<h2>${escapeHtml(folder.replaceAll('/', ' / '))}</h2>`;
  return `<section>${heading}<ul class="cards">${cards.join('')}</ul></section>`;
}

/** Renders the list of all files, by folder. */
export function renderListPage(surroundings: Surroundings): string {
  const { root, paths } = surroundings;
  const folders = new Map<string, string[]>();
  for (const [at, path] of paths.slice(0, LISTED_MAX).entries()) {
    const cards = folders.get(folderOf(path)) ?? [];
    cards.push(renderCard(root, path, at < PICTURED_MAX));
    folders.set(folderOf(path), cards);
  }
  const more = paths.length - LISTED_MAX;
  const count = `${paths.length.toLocaleString('en')} files${more > 0 ? `, the first ${LISTED_MAX.toLocaleString('en')} are listed` : ''}`;
  const sections = [...folders].map(([folder, cards]) => renderFolder(folder, cards)).join('');
  return renderDocument(surroundings, {
    title: 'All pages',
    className: 'list',
    scripts: [],
    body: `<main><h1>All pages</h1><p class="count">${count}</p>${sections}</main>`,
  });
}
