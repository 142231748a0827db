import { string, url } from 'css-tree/utils';
import { tokenize, tokenTypes as is } from 'css-tree/tokenizer';

type UrlKind = 'style' | 'asset';

/** Returns what to write in place of a URL in a style sheet; null to leave it. */
export type ReplaceUrl = (address: string, kind: UrlKind) => string | null;

/** Marks modal dialogs and open popovers, which only scripts open. */
export const TOP_LAYER = 'data-stagelink-top';
/** Replacements of pseudo-classes that match nothing in a captured page, which runs no scripts. */
const PSEUDO_CLASSES: ReadonlyMap<string, string> = new Map([
  // Matches every element: without its script no custom element is defined.
  ['defined', ':not(._)'],
  ['modal', `[${TOP_LAYER}="modal"]`],
  ['popover-open', `[${TOP_LAYER}="popover"]`],
]);
/** What follows in a selector, other than in a declaration. */
const BEGINS_BLOCK = /[^;{}]{0,2000}\{/y;
const IMAGE_SET = /^(?:-webkit-)?image-set\($/i;

/**
 * Rewrites the URLs of a style sheet and leaves everything else as it was written, valid or not. Custom elements count
 * as defined, and elements that were in the top layer as being there.
 */
export function rewriteCss(text: string, replace: ReplaceUrl): string {
  const written: string[] = [];
  const functions: string[] = [];
  let rule = '';
  let colonAt = -1;

  const quoted = (address: string, original: string): string => {
    const kind = rule === '@import' ? 'style' : 'asset';
    const isKept = rule === '@namespace' || address.trim() === '';
    const replaced = isKept ? null : replace(address, kind);
    return replaced === null ? original : string.encode(replaced);
  };

  tokenize(text, (type, start, end) => {
    const token = text.slice(start, end);
    if (type === is.AtKeyword) rule = token.toLowerCase();
    else if (type === is.Semicolon || type === is.LeftCurlyBracket) rule = '';

    if (type === is.Function) functions.push(token.toLowerCase());
    else if (type === is.LeftParenthesis) functions.push('(');
    else if (type === is.RightParenthesis) functions.pop();

    if (type === is.Url) {
      const address = url.decode(token);
      const replaced = quoted(address, token);
      written.push(replaced === token ? token : `url(${replaced})`);
    } else if (type === is.String && takesUrl(functions.at(-1), rule)) {
      written.push(quoted(string.decode(token), token));
    } else if (type === is.Ident && colonAt === start) {
      const replaced = PSEUDO_CLASSES.get(token.toLowerCase());
      const isReplaced = replaced !== undefined && isInSelector(text, end);
      if (isReplaced) written.pop();
      written.push(isReplaced ? replaced : token);
    } else {
      written.push(token);
    }
    colonAt = type === is.Colon ? end : -1;
  });
  return written.join('');
}

function isInSelector(text: string, at: number): boolean {
  BEGINS_BLOCK.lastIndex = at;
  return BEGINS_BLOCK.test(text);
}

/** Whether a string is a URL: the argument of `url()` or `image-set()`, or what `@import` names. */
function takesUrl(inFunction: string | undefined, rule: string): boolean {
  if (inFunction === undefined) return rule === '@import';
  return inFunction === 'url(' || inFunction === 'src(' || IMAGE_SET.test(inFunction);
}

/** Returns the rules of a sheet as text, also those that scripts inserted; null when the page may not read them. */
export function cssomText(sheet: CSSStyleSheet): string | null {
  try {
    return Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n');
  } catch {
    return null;
  }
}

/** Returns the text of a `<style>`, or its rules where scripts changed them. */
export function styleText(written: string, sheet: CSSStyleSheet | null): string {
  const current = sheet && cssomText(sheet);
  if (current === null || written.includes('@import')) return written;
  const original = new CSSStyleSheet();
  original.replaceSync(written);
  return cssomText(original) === current ? written : current;
}
