/** What replaces a secret in a text. */
const BLANK = '[secret]';

/** Values after a name that says that they are secret. */
const NAMED =
  /\b((?:[\w-]{0,40}(?:token|secret|passw(?:or)?d|passwd|api[-_]?key|authorization|cookie|session(?:[-_]?id)?|credential)s?)["']?\s{0,3}[:=]\s{0,3}["']?(?:(?:bearer|basic|token)\s{1,3})?)([^\s"'&,;<>]{3,})/gi;
const SCHEME = /\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi;
/** JSON Web Tokens, keys with a known beginning, credentials in an address. */
const KNOWN =
  /\beyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)?|\b(?:sk|pk|rk|ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abpors]|npm|hf|stl_(?:pat|mcp|ref)|AKIA|ASIA|AIza)[-_A-Za-z0-9]{12,}|(?<=:\/\/)[^\s/@]{1,200}@/g;
/** Long runs of letters and digits, which are generated. */
const RANDOM = /(?<![\w./-])(?=[\w+=-]{0,200}\d)(?=[\w+=-]{0,200}[A-Za-z])[\w+=-]{32,}(?![\w./-])/g;
const QUERY = /(\b[a-z][a-z+.-]{0,20}:\/\/[^\s?#"'<>]+|(?<=^|[\s"'(])\/[^\s?#"'<>]*)[?#][^\s"'<>)]*/gi;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g;

/** Returns a text of a page without secrets, queries of addresses, email addresses and control characters. */
export const blankSecrets = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(QUERY, '$1')
    .replace(SCHEME, `$1 ${BLANK}`)
    .replace(NAMED, (whole, name: string, value: string) => (value === BLANK ? whole : name + BLANK))
    .replace(KNOWN, BLANK)
    .replace(EMAIL, BLANK)
    .replace(RANDOM, BLANK)
    .trim();
