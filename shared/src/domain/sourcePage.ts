/** Placeholders that Create React App, Vue CLI and html-webpack-plugin replace. */
const PLACEHOLDER = /%PUBLIC_URL%|<%[=_-]/;
/** Scripts that browsers cannot run. */
const UNCOMPILED_SCRIPT = /<script\b[^>]*\bsrc=["']?[^"'>]+\.(?:tsx?|jsx)\b/i;
/** What Jekyll and other generators read before a page's text. */
const FRONT_MATTER = /^\uFEFF?---\r?\n/;
const EMPTY_ROOT = /<div\b[^>]*\bid=["']?(?:root|app)["']?[^>]*>\s*<\/div>/i;

/** Whether a page is the source of a build: a template, or one
 * that loads what browsers cannot run. */
export const isSourcePage = (html: string): boolean =>
  PLACEHOLDER.test(html) ||
  FRONT_MATTER.test(html) ||
  UNCOMPILED_SCRIPT.test(html) ||
  // The build adds the script that fills the page.
  (EMPTY_ROOT.test(html) && !/<script\b/i.test(html));
