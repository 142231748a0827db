import { fromMarkdown } from 'mdast-util-from-markdown';

/** Cuts to whole characters within a number of UTF-8 bytes. */
export function cutBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  return bytes
    .subarray(0, maxBytes)
    .toString()
    .replace(/\uFFFD+$/, '');
}

type Tree = ReturnType<typeof fromMarkdown>;
type MarkdownNode = Tree | Tree['children'][number];

/**
 * Only what is inside lines matters here. Blocks of HTML would swallow the text after a tag, and others nest without a
 * limit.
 */
const LINES_ONLY = { extensions: [{ disable: { null: ['htmlFlow', 'blockQuote', 'list'] } }] };

const parse = (markdown: string): Tree => fromMarkdown(markdown, LINES_ONLY);

/** Control characters and those that reorder or hide text. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- they are what it removes
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/** Comments would take the parser a quadratic time. */
const COMMENT_MARK = /<!--|-->/g;

const visible = (text: string) => text.replace(/\r\n?/g, '\n').replace(HIDDEN, '').replace(COMMENT_MARK, '');

const ADDRESS = /\b(?:https?|ftp|file|data|javascript|vbscript|mailto):[^\s)>\]]+|\bwww\.[^\s)>\]]+/gi;

const withoutAddresses = (text: string) => text.replace(ADDRESS, '(address removed)').trim();

const REF = /^[EF][1-9]\d{0,3}$/;

const startOf = ({ position }: MarkdownNode) => position?.start.offset ?? 0;
const endOf = ({ position }: MarkdownNode) => position?.end.offset ?? 0;

/** Writes a node as its source has it, without what `rewritten` leaves out of its children. */
function spliced(node: MarkdownNode & { children: MarkdownNode[] }, source: string): string {
  let written = '';
  let at = startOf(node);
  for (const child of node.children) {
    written += source.slice(at, startOf(child)) + rewritten(child, source);
    at = endOf(child);
  }
  return written + source.slice(at, endOf(node));
}

/** Writes the label of a link, and the ref that it leads to. An address in angle brackets has no label. */
function labelOf(node: MarkdownNode & { children: MarkdownNode[]; url?: string }, source: string): string {
  if (source[startOf(node)] === '<') return '';
  const label = node.children.map((child) => rewritten(child, source)).join('');
  const target = node.url?.trim() ?? '';
  return REF.test(target) && label.trim() !== target ? `${label} (${target})` : label;
}

function rewritten(node: MarkdownNode, source: string): string {
  switch (node.type) {
    case 'html':
    case 'definition':
      return '';
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'link':
    case 'linkReference':
      return labelOf(node, source);
    default:
      return 'children' in node ? spliced(node, source) : source.slice(startOf(node), endOf(node));
  }
}

/** Removes images, links, addresses and HTML from Markdown of a model; a link to a ref keeps it. */
export function cleanMarkdown(text: string): string {
  const source = visible(text);
  return withoutAddresses(rewritten(parse(source), source));
}

function textOf(node: MarkdownNode): string {
  switch (node.type) {
    case 'html':
    case 'definition':
    case 'thematicBreak':
      return '';
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'break':
      return '\n';
    case 'root':
      return node.children.map(textOf).join('\n\n');
    default:
      if ('children' in node) return (node.children as MarkdownNode[]).map(textOf).join('');
      return 'value' in node ? node.value : '';
  }
}

/** Returns Markdown of a model as the text that it shows. Marks that are still open are left out. */
export const toText = (markdown: string): string =>
  withoutAddresses(textOf(parse(visible(markdown)))).replace(/\*{2,}|_{2,}|~{2,}|`+/g, '');

/** One line of plain text of at most `max` UTF-16 units. */
export function cleanLine(text: string, max: number): string {
  const line = toText(text.slice(0, 4 * max))
    .replace(/^[ \t]*[-*+>][ \t]+/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…`.toWellFormed() : line;
}
