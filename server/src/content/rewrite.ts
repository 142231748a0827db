import { parse } from 'parse5';

// In path mode a prototype's root is not its host's root, so addresses that start with a slash are made relative to
// where they stand. Texts are one character a byte (latin1): addresses are ASCII there in every charset we meet, and
// only characters in front of a slash are added, so everything else stays as it was.
//
// What cannot be mended from outside: addresses that script puts together at run time (fetch('/data.json'), a router
// that reads location.pathname), and whatever needs storage or an origin, which a sandbox does not have. Prototypes
// built with a relative base and a hash router work fully.

interface Place {
  startOffset: number;
  endOffset: number;
}

interface Node {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
  content?: Node;
  sourceCodeLocation?: (Place & { attrs?: Record<string, Place> }) | null;
}

const ADDRESSES = /^(src|href|action|formaction|poster|data|background|manifest|xlink:href)$/;
const AT_START = /^[^=]*=\s*["']?\s*(?=\/(?!\/))/g;
const IN_LIST = /(?:^[^=]*=\s*["']?|,)\s*(?=\/(?!\/))/g;
const IN_REFRESH = /url\s*=\s*["']?(?=\/(?!\/))/gi;
const IN_CSS = /(?:url\(\s*["']?|@import\s+["'])(?=\/(?!\/))/gi;

/** The way from a document that lies `depth` folders below the root up to the root, without the last slash. */
export const wayUp = (depth: number) => (depth === 0 ? '.' : Array(depth).fill('..').join('/'));

export const rewriteCss = (css: string, depth: number) =>
  css.replace(IN_CSS, (found) => found + wayUp(depth));

function* nodesOf(root: Node): Iterable<Node> {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (const child of node.childNodes ?? []) waiting.push(child);
    if (node.content) waiting.push(node.content);
  }
}

function patternFor(name: string): RegExp | null {
  if (ADDRESSES.test(name)) return AT_START;
  if (name === 'srcset' || name === 'imagesrcset') return IN_LIST;
  if (name === 'style') return IN_CSS;
  return name === 'content' ? IN_REFRESH : null;
}

/** The places of a document in front of which the way up belongs. */
function* slashesOf(html: string, nodes: Iterable<Node>): Iterable<number> {
  for (const node of nodes) {
    for (const [name, place] of Object.entries(node.sourceCodeLocation?.attrs ?? {})) {
      const pattern = patternFor(name);
      if (pattern) yield* endsOf(html, place, pattern);
    }
    if (node.nodeName !== 'style') continue;
    for (const { sourceCodeLocation } of node.childNodes ?? []) {
      if (sourceCodeLocation) yield* endsOf(html, sourceCodeLocation, IN_CSS);
    }
  }
}

function* endsOf(html: string, { startOffset, endOffset }: Place, pattern: RegExp): Iterable<number> {
  for (const match of html.slice(startOffset, endOffset).matchAll(pattern)) {
    yield startOffset + match.index + match[0].length;
  }
}

/** How deep the addresses of a document are counted from: where it lies, or where its `<base>` says. */
function depthOf(nodes: Node[], depth: number): number {
  const base = nodes.find(({ nodeName }) => nodeName === 'base')?.attrs?.find(({ name }) => name === 'href');
  const here = `http://stagelink.invalid/${'x/'.repeat(depth)}`;
  if (!base || !URL.canParse(base.value, here)) return depth;
  return new URL(base.value, here).pathname.split('/').length - 2;
}

/** An HTML document whose addresses work `depth` folders below a root that is not its host's. */
export function rewriteHtml(html: string, depth: number): string {
  const document = parse(html, { sourceCodeLocationInfo: true }) as unknown as Node;
  const nodes = [...nodesOf(document)];
  const bases = nodes.filter(({ nodeName }) => nodeName === 'base');
  const others = nodes.filter(({ nodeName }) => nodeName !== 'base');
  const insertions = [
    ...[...slashesOf(html, bases)].map((at) => ({ at, way: wayUp(depth) })),
    ...[...slashesOf(html, others)].map((at) => ({ at, way: wayUp(depthOf(nodes, depth)) })),
  ].toSorted((a, b) => a.at - b.at);

  let rewritten = '';
  let done = 0;
  for (const { at, way } of insertions) {
    rewritten += html.slice(done, at) + way;
    done = at;
  }
  return rewritten + html.slice(done);
}

/** Lets modules import from the root: specifiers are addresses too, and this is the one place to say so. */
export function importMap(depth: number): string {
  const root = `${wayUp(depth)}/`;
  return `<script type="importmap">${JSON.stringify({ imports: { '/': root, [root]: root } })}</script>`;
}
