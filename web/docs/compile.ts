import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { highlight } from './highlight.ts';
import { fillIn } from './placeholders.ts';

interface Heading {
  id: string;
  text: string;
}

/** A part of a section that the search finds: from one heading to the next. */
interface Passage extends Heading {
  body: string;
}

export interface Section {
  slug: string;
  title: string;
  /** The section's first sentences. */
  description: string;
  html: string;
  markdown: string;
  headings: Heading[];
  passages: Passage[];
}

type Tree = ReturnType<typeof parse>;
type Node = Tree['children'][number];

const parse = (markdown: string) => unified().use(remarkParse).use(remarkGfm).parse(markdown);

const toHtml = unified().use(remarkRehype).use(rehypeSlug).use(finishElements).use(rehypeStringify);

interface Element {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Element[];
  value?: string;
}

const span = ({ kind, text }: ReturnType<typeof highlight>[number]): Element => {
  const value: Element = { type: 'text', value: text };
  return kind === null
    ? value
    : { type: 'element', tagName: 'span', properties: { className: [`code-${kind}`] }, children: [value] };
};

const COPY: Element = {
  type: 'element',
  tagName: 'button',
  properties: { type: 'button', ariaLabel: 'Copy code', hidden: true },
  children: [{ type: 'text', value: 'Copy' }],
};

/** Colors a block, and places beside it the button that a script shows. */
function finishCode(pre: Element): Element {
  const [code] = pre.children ?? [];
  const className = code?.properties?.['className'];
  const [language = ''] = Array.isArray(className) ? className.map(String) : [];
  const text = (code?.children ?? []).map(({ value = '' }) => value).join('');
  const children = highlight(text, language.replace('language-', '')).map(span);
  const block = {
    ...pre,
    properties: { ...pre.properties, tabIndex: 0 },
    children: [{ ...code, type: 'element', children }],
  };
  return { type: 'element', tagName: 'div', properties: { className: ['code'] }, children: [block, COPY] };
}

function finishElement(node: Element): Element {
  if (node.tagName === 'table') {
    const properties = { className: ['tableScroll'], tabIndex: 0, role: 'group', ariaLabel: 'Table' };
    return { type: 'element', tagName: 'div', properties, children: [node] };
  }
  if (node.tagName === 'pre') return finishCode(node);
  if (node.tagName !== 'h2') return node;
  const properties = { href: `#${String(node.properties?.['id'])}` };
  const link: Element = { type: 'element', tagName: 'a', properties, children: node.children ?? [] };
  return { ...node, children: [link] };
}

/** Puts what follows a heading of the third level into a part that opens when it is pressed. */
function fold(nodes: readonly Element[]): Element[] {
  const folded: Element[] = [];
  let part: Element | null = null;
  for (const node of nodes) {
    if (node.tagName === 'h3') {
      const summary: Element = { type: 'element', tagName: 'summary', children: node.children ?? [] };
      part = { type: 'element', tagName: 'details', children: [summary] };
      folded.push(part);
    } else if (node.tagName === 'h2' || !part) {
      part = null;
      folded.push(node);
    } else part.children?.push(node);
  }
  return folded;
}

/** Makes each heading a link to itself; wide tables and code scroll within the page, also by keyboard. */
function finishElements() {
  return (tree: unknown) => {
    const root = tree as Element;
    root.children = fold(root.children?.map(finishElement) ?? []);
  };
}

function textOf(node: Node | Tree | object): string {
  if ('value' in node && typeof node.value === 'string') return node.value;
  const children = 'children' in node ? (node.children as object[]) : [];
  const isBlock = 'type' in node && ['list', 'listItem', 'table', 'tableRow'].includes(String(node.type));
  return children.map(textOf).join(isBlock ? ' ' : '');
}

const HEADING = /<h2 id="([^"]+)">/g;

function passagesOf(title: string, nodes: readonly Node[], ids: readonly string[]): Passage[] {
  const passages: Passage[] = [{ id: '', text: title, body: '' }];
  let isFolded = false;
  for (const node of nodes) {
    if (node.type === 'heading' && node.depth === 3) isFolded = true;
    else if (node.type === 'heading') {
      isFolded = false;
      passages.push({ id: ids[passages.length - 1] ?? '', text: textOf(node), body: '' });
    } else if (!isFolded) {
      const passage = passages.at(-1);
      if (passage) passage.body = `${passage.body} ${textOf(node)}`.trim();
    }
  }
  return passages;
}

/** Compiles one section. It begins with its title and a paragraph that describes it. */
export async function compile(slug: string, source: string): Promise<Section> {
  const markdown = fillIn(source);
  const tree = parse(markdown);
  const [first, second, ...rest] = tree.children;
  if (first?.type !== 'heading' || first.depth !== 1 || second?.type !== 'paragraph') {
    throw new Error(`${slug}.md must begin with its title and one paragraph`);
  }
  const title = textOf(first);
  const html = toHtml.stringify(await toHtml.run({ ...tree, children: rest }));
  const ids = [...html.matchAll(HEADING)].map(([, id = '']) => id);
  const passages = passagesOf(title, rest, ids);
  const headings = passages.slice(1).map(({ id, text }) => ({ id, text }));
  return { slug, title, description: textOf(second), html, markdown, headings, passages };
}
