import { type Token, Tokenizer, TokenizerMode } from 'parse5';

/** The `content` attribute of a policy in the head of a document. */
interface PolicyPlace {
  start: number;
  end: number;
  policy: string;
}

const IN_HEAD: ReadonlyMap<string, Tokenizer['state'] | null> = new Map([
  ...['html', 'head', 'meta', 'link', 'base', 'template'].map((name) => [name, null] as const),
  ['title', TokenizerMode.RCDATA],
  ['script', TokenizerMode.SCRIPT_DATA],
  ...['style', 'noscript'].map((name) => [name, TokenizerMode.RAWTEXT] as const),
]);

const isPolicy = ({ tagName, attrs }: Token.TagToken): boolean =>
  tagName === 'meta' &&
  attrs.some(({ name, value }) => name === 'http-equiv' && value.toLowerCase() === 'content-security-policy');

/** Returns the policies that a document sets in its head, which is where browsers follow them. */
function policiesIn(text: string): PolicyPlace[] {
  const found: PolicyPlace[] = [];
  let isOver = false;
  let textIn: string | null = null;
  let templates = 0;
  const end = () => {
    isOver = true;
    tokenizer.pause();
  };
  const read = (tag: Token.TagToken) => {
    const content = tag.attrs.find(({ name }) => name === 'content');
    const place = tag.location?.attrs?.['content'];
    if (content && place)
      found.push({ start: place.startOffset, end: place.endOffset, policy: content.value });
  };
  const nothing = () => undefined;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(tag) {
        if (isOver) return;
        const state = IN_HEAD.get(tag.tagName);
        if (tag.tagName === 'template') templates++;
        if (state === undefined) return templates > 0 ? undefined : end();
        if (templates === 0 && isPolicy(tag)) read(tag);
        if (state === null) return;
        tokenizer.state = state;
        textIn = tag.tagName;
      },
      onEndTag({ tagName }) {
        if (tagName === textIn) textIn = null;
        if (tagName === 'template') templates = Math.max(0, templates - 1);
        if (tagName === 'head') end();
      },
      onCharacter: () => (textIn === null && templates === 0 ? end() : undefined),
      onNullCharacter: nothing,
      onEof: nothing,
      onDoctype: nothing,
      onComment: nothing,
      onWhitespaceCharacter: nothing,
    },
  );
  tokenizer.write(text, true);
  return found;
}

/** Directives that decide about scripts, the most specific first. */
const ABOUT_SCRIPTS = ['script-src-elem', 'script-src', 'default-src'];
/** The first two let our scripts in anyway; the third lets in whatever a script loads that ran before the policy. */
const IS_OPEN = /^('self'|\*|'strict-dynamic')$/i;

/** Returns a policy that also lets in scripts from `source`. Everything else stays in force. */
export function admitScripts(policy: string, source: string): string {
  const directives = policy.split(';').map((one) => one.trim());
  const partsOf = (name: string) =>
    directives.map((one) => one.split(/\s+/)).find(([first = '']) => first.toLowerCase() === name);
  const name = ABOUT_SCRIPTS.find((one) => partsOf(one) !== undefined);
  if (name === undefined) return policy;
  const sources = (partsOf(name) ?? []).slice(1);
  if (sources.some((one) => IS_OPEN.test(one))) return policy;
  const admitted = [...sources.filter((one) => one.toLowerCase() !== "'none'"), source].join(' ');
  // Only the first of two directives with one name counts.
  const isFallback = name === 'default-src';
  return [`${isFallback ? 'script-src' : name} ${admitted}`, ...directives].join('; ');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Lets scripts from `source` in where the document's own policies would keep them out. */
export function admitInDocument(text: string, source: string): string {
  if (!/content-security-policy/i.test(text)) return text;
  let admitted = '';
  let done = 0;
  for (const { start, end, policy } of policiesIn(text)) {
    admitted += `${text.slice(done, start)}content="${escaped(admitScripts(policy, source))}"`;
    done = end;
  }
  return admitted + text.slice(done);
}
