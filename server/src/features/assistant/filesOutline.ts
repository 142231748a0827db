import { PageOutline, type OutlineElement } from '@stagelink/shared/preview/pageOutline';
import {
  OUTLINE_ELEMENTS_MAX,
  OUTLINE_NAME_MAX,
  OUTLINE_TITLE_MAX,
  type OutlineRole,
} from '@stagelink/shared/preview/outlineLimits';
import { isPagePath, pagePaths, startPageOf } from '@stagelink/shared/domain/startPage';
import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import { readVariant } from '../../platform/blobs/read.ts';
import type { App } from '../../platform/context.ts';
import * as versions from '../versions/repo.ts';

/** A longer page is not read. */
const HTML_BYTES = 1024 * 1024;
/** Parsing more could occupy the process for long. */
const PARSED_MAX = 64 * 1024;
const NODES_MAX = 20_000;
/** Nodes of an element that are searched for its text. */
const TEXT_NODES_MAX = 200;

const ROLES: Record<string, OutlineRole> = {
  nav: 'navigation',
  main: 'main',
  form: 'form',
  a: 'link',
  button: 'button',
  textarea: 'textbox',
  input: 'textbox',
  select: 'combobox',
  img: 'image',
  p: 'text',
  li: 'text',
  label: 'text',
};
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head', 'iframe']);

/** Their text is their name. */
const BY_TEXT = new Set<OutlineRole>(['heading', 'link', 'button', 'text']);

type Node = Tree.ChildNode;

const isElement = (node: Node): node is Tree.Element => 'tagName' in node;
const attribute = (element: Tree.Element, name: string, missing = '') =>
  element.attrs.find((each) => each.name === name)?.value ?? missing;

/** Whether people type into an element: a captured page may hold what they typed. */
const isTyped = (element: Tree.Element) =>
  element.tagName === 'textarea' ||
  /^(?:|true|plaintext-only)$/i.test(attribute(element, 'contenteditable', 'false'));

/** Returns nodes in document order. Nesting may be as deep as the page is long, so nothing recurses. */
function* nodesOf(parent: { childNodes: Node[] }, max = NODES_MAX): Generator<Node> {
  const rest = parent.childNodes.toReversed();
  for (let count = 0; count < max; count += 1) {
    const node = rest.pop();
    if (!node) return;
    yield node;
    if (isElement(node) && !SKIPPED.has(node.tagName) && !isTyped(node)) {
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1) rest.push(node.childNodes[at] as Node);
    }
  }
}

const short = (text: string, max: number) =>
  text.replace(/\s+/g, ' ').trim().slice(0, max).toWellFormed().replaceAll('\0', '').replaceAll('\uFFFD', '');

function textOf(element: Tree.Element): string {
  let text = '';
  if (isTyped(element)) return text;
  for (const node of nodesOf(element, TEXT_NODES_MAX)) {
    if (node.nodeName === '#text') text += ` ${(node as Tree.TextNode).value}`;
    if (text.length > OUTLINE_NAME_MAX * 4) break;
  }
  return text;
}

function nameOf(element: Tree.Element, role: OutlineRole): string {
  const written = ['aria-label', 'alt', 'placeholder', 'title'].map((name) => attribute(element, name));
  const label = written.find((text) => text.trim() !== '') ?? '';
  return short(label === '' && BY_TEXT.has(role) ? textOf(element) : label, OUTLINE_NAME_MAX);
}

function elementOf(element: Tree.Element): Omit<OutlineElement, 'nth'> | null {
  const { tagName: tag } = element;
  const level = Number(/^h([1-6])$/.exec(tag)?.[1] ?? 0);
  if (level > 0) return { role: 'heading', name: nameOf(element, 'heading'), level };
  if (tag === 'input' && attribute(element, 'type') === 'hidden') return null;
  const role = Object.hasOwn(ROLES, tag) ? ROLES[tag] : undefined;
  return role ? { role, name: nameOf(element, role) } : null;
}

/** Returns what the HTML of a page consists of, without running it. */
export function outlineOf(html: string): PageOutline {
  const elements: OutlineElement[] = [];
  const counts = new Map<string, number>();
  let title = '';
  let language = '';
  const document = parse(html.slice(0, PARSED_MAX));
  for (const node of nodesOf(document)) {
    if (!isElement(node)) continue;
    if (node.tagName === 'html') language = attribute(node, 'lang');
    if (node.tagName === 'head')
      title =
        [...nodesOf(node)]
          .filter(isElement)
          .filter(({ tagName }) => tagName === 'title')
          .map(textOf)[0] ?? '';
    const element = elementOf(node);
    if (!element) continue;
    const key = `${element.role} ${element.name}`;
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    if (elements.length < OUTLINE_ELEMENTS_MAX) elements.push({ ...element, nth });
  }
  return {
    route: '/',
    title: short(title, OUTLINE_TITLE_MAX),
    language: short(language, 40),
    width: 0,
    elements,
    isCut: elements.length === OUTLINE_ELEMENTS_MAX,
  };
}

/** Returns the page that a link opens, otherwise the first of its list. */
function firstPage(paths: readonly string[]): string | undefined {
  const start = startPageOf(paths);
  return start.kind === 'page' && isPagePath(start.path) ? start.path : pagePaths(paths)[0];
}

/** Reads the start page of a version; null if there is none. For callers that show no preview. */
export async function readStartPage(
  app: Pick<App, 'db' | 'blobs'>,
  snapshotId: string,
  number: number,
): Promise<PageOutline | null> {
  const version = await versions.find(app.db, snapshotId, number);
  const files = version ? await versions.filesOf(app.db, version) : [];
  const start = firstPage(files.map(({ path }) => path));
  const file = files.find(({ path }) => path === start);
  if (!file || file.size > HTML_BYTES) return null;
  const html = await readVariant(app, file.sha256, 'identity');
  return html ? outlineOf(html.toString()) : null;
}
