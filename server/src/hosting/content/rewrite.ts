import { setImmediate } from 'node:timers/promises';
import { Token, Tokenizer, TokenizerMode } from 'parse5';

// A prototype's root is not its host's root in path mode, so URLs that start with a slash are made relative to their
// document. Texts are one character per byte (latin1): URLs are ASCII in every charset that occurs, and only characters
// in front of a slash are added, so everything else stays unchanged. Not covered: URLs that scripts build at run time
// (fetch('/data.json'), a router that reads location.pathname), and everything that needs storage or an origin, which a
// sandbox lacks. Prototypes with a relative base and a hash router work fully. Pages are untrusted: the work is linear
// in their size, yields to other requests, and adds at most GROWTH_BYTES.

const ADDRESSES = /^(src|href|action|formaction|poster|data|background|manifest|xlink:href)$/;
const AT_START = /^\s*(?=\/(?!\/))/g;
const IN_LIST = /(?:^|,)\s*(?=\/(?!\/))/g;
const IN_REFRESH = /url\s*=\s*["']?(?=\/(?!\/))/gi;
const IN_CSS = /(?:url\(\s*["']?|@import\s+["'])(?=\/(?!\/))/gi;

/** How much a file may grow; URLs beyond stay unchanged. */
export const GROWTH_BYTES = 4 * 1024 * 1024;
/** A few milliseconds of work between yields. */
const CHUNK_CHARACTERS = 16 * 1024;
const CHUNK_INSERTIONS = 2_000;

/** A text to insert at an offset. */
interface Insertion {
  offset: number;
  text: string;
}

/** Returns the relative path from a document `depth` folders below the root to the root, without a trailing slash. */
export const wayUp = (depth: number) => (depth === 0 ? '.' : Array(depth).fill('..').join('/'));

async function insertAll(text: string, insertions: readonly Insertion[]): Promise<string> {
  const parts: string[] = [];
  let done = 0;
  for (const [index, insertion] of insertions.entries()) {
    parts.push(text.slice(done, insertion.offset), insertion.text);
    done = insertion.offset;
    if (index % CHUNK_INSERTIONS === CHUNK_INSERTIONS - 1) await setImmediate();
  }
  return parts.join('') + text.slice(done);
}

/** Collects insertions in ascending order of their offsets. */
class Insertions {
  readonly list: Insertion[] = [];
  #growthLeft = GROWTH_BYTES;

  /** Inserts `text` after each match of `pattern` between the offsets. */
  add(source: string, start: number, end: number, pattern: RegExp, text: string): void {
    for (const match of source.slice(start, end).matchAll(pattern)) {
      if (this.#growthLeft < text.length) return;
      this.#growthLeft -= text.length;
      this.list.push({ offset: start + match.index + match[0].length, text });
    }
  }
}

/** Rewrites a style sheet `depth` folders below a root that is not its host's. */
export async function rewriteCss(css: string, depth: number): Promise<string> {
  const insertions = new Insertions();
  insertions.add(css, 0, css.length, IN_CSS, wayUp(depth));
  return insertAll(css, insertions.list);
}

function patternFor(name: string): RegExp | null {
  if (ADDRESSES.test(name)) return AT_START;
  if (name === 'srcset' || name === 'imagesrcset') return IN_LIST;
  if (name === 'style') return IN_CSS;
  return name === 'content' ? IN_REFRESH : null;
}

/** Returns the offset at which an attribute's value begins, after its quote. */
function valueOffset(html: string, { startOffset, endOffset }: Token.Location): number {
  const beginning = /^[^=]*=\s*["']?/.exec(html.slice(startOffset, endOffset));
  return beginning ? startOffset + beginning[0].length : endOffset;
}

/** Returns how deep below the root a document's URLs are resolved: its own depth, or that of its `<base>`. */
function baseDepth(href: string, depth: number): number {
  const here = `http://stagelink.invalid/${'x/'.repeat(depth)}`;
  return URL.canParse(href, here) ? new URL(href, here).pathname.split('/').length - 2 : depth;
}

const FOREIGN = new Set(['svg', 'math']);
const HTML_IN_FOREIGN = new Set([
  'foreignobject',
  'desc',
  'title',
  'annotation-xml',
  'mi',
  'mo',
  'mn',
  'ms',
  'mtext',
]);
/** Start tags that close an open SVG or MathML element. */
const HTML_ONLY = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
);

const TEXT_MODES: ReadonlyMap<string, Tokenizer['state']> = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
  ...['title', 'textarea'].map((name) => [name, TokenizerMode.RCDATA] as const),
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'].map(
    (name) => [name, TokenizerMode.RAWTEXT] as const,
  ),
]);

/**
 * Reads a document with the tokenizer only. A tree would cost memory without bound: each nested formatting element is
 * reopened in every block. `#namespaces` keeps the parser state the tokenizer needs (HTML Standard, 13.2.6).
 */
class DocumentReader {
  readonly insertions = new Insertions();
  readonly #html: string;
  readonly #depth: number;
  readonly #tokenizer: Tokenizer;
  /** Open elements that change the namespace of their content. */
  readonly #namespaces: string[] = [];
  #way: string;
  #hasBase = false;
  /** Where the text of an open `<style>` begins. */
  #styleOffset: number | null = null;

  constructor(html: string, depth: number) {
    this.#html = html;
    this.#depth = depth;
    this.#way = wayUp(depth);
    const ignore = () => undefined;
    this.#tokenizer = new Tokenizer(
      { sourceCodeLocationInfo: true },
      {
        onStartTag: (tag) => this.#readStartTag(tag),
        onEndTag: (tag) => this.#readEndTag(tag),
        onEof: ({ location }) => this.#readStyle(location),
        onDoctype: ignore,
        onComment: ignore,
        onCharacter: ignore,
        onNullCharacter: ignore,
        onWhitespaceCharacter: ignore,
      },
    );
  }

  read(offset: number): void {
    const end = offset + CHUNK_CHARACTERS;
    this.#tokenizer.write(this.#html.slice(offset, end), end >= this.#html.length);
  }

  #readStartTag(tag: Token.TagToken): void {
    this.#readStyle(tag.location);
    this.#readAttributes(tag);
    this.#enter(tag);
  }

  #readEndTag({ tagName, location }: Token.TagToken): void {
    this.#readStyle(location);
    if (this.#namespaces.at(-1) === tagName) this.#namespaces.pop();
    this.#tokenizer.inForeignNode = this.#isForeign();
  }

  #readAttributes({ tagName, attrs, location }: Token.TagToken): void {
    const isBase = tagName === 'base' && !this.#isForeign();
    for (const { name, value } of attrs) {
      const place = location?.attrs?.[name];
      const pattern = place && patternFor(name);
      if (!pattern) continue;
      const way = isBase ? wayUp(this.#depth) : this.#way;
      this.insertions.add(this.#html, valueOffset(this.#html, place), place.endOffset, pattern, way);
      if (isBase && name === 'href') this.#setBase(value);
    }
  }

  /** Only the first base counts. */
  #setBase(href: string): void {
    if (this.#hasBase) return;
    this.#hasBase = true;
    this.#way = wayUp(baseDepth(href, this.#depth));
  }

  #readStyle(end: Token.Location | null): void {
    if (this.#styleOffset === null) return;
    const endOffset = end?.startOffset ?? this.#html.length;
    this.insertions.add(this.#html, this.#styleOffset, endOffset, IN_CSS, this.#way);
    this.#styleOffset = null;
  }

  #isForeign(): boolean {
    return FOREIGN.has(this.#namespaces.at(-1) ?? '');
  }

  #enter({ tagName, selfClosing, location }: Token.TagToken): void {
    while (HTML_ONLY.has(tagName) && this.#isForeign()) this.#namespaces.pop();
    const isForeign = this.#isForeign();
    if (isForeign && selfClosing) return;
    if (tagName === 'style') this.#styleOffset = location?.endOffset ?? null;
    if (FOREIGN.has(tagName) || (isForeign && HTML_IN_FOREIGN.has(tagName))) {
      if (!selfClosing) this.#namespaces.push(tagName);
    } else if (!isForeign) {
      this.#tokenizer.state = TEXT_MODES.get(tagName) ?? this.#tokenizer.state;
    }
    this.#tokenizer.inForeignNode = this.#isForeign();
  }
}

/** Rewrites an HTML document `depth` folders below a root that is not its host's. See docs/decisions/0030. */
export async function rewriteHtml(html: string, depth: number): Promise<string> {
  const reader = new DocumentReader(html, depth);
  for (let offset = 0; offset === 0 || offset < html.length; offset += CHUNK_CHARACTERS) {
    reader.read(offset);
    await setImmediate();
  }
  return insertAll(html, reader.insertions.list);
}

/**
 * Returns an import map that lets modules import from the root: specifiers are URLs too, and only a map can redirect
 * them.
 */
export function importMap(depth: number): string {
  const root = `${wayUp(depth)}/`;
  return `<script type="importmap">${JSON.stringify({ imports: { '/': root, [root]: root } })}</script>`;
}
