/** A rule of a `_redirects` file that is followed. */
export interface RedirectRule {
  /** Parts of the decoded path; one that begins with a colon matches any part. */
  from: readonly string[];
  /** Whether any parts may follow, which replace `:splat`. */
  hasSplat: boolean;
  /** A path of the same site, with placeholders, a query or a hash. */
  to: string;
  status: RedirectStatus | RewriteStatus;
  /** Whether it holds where a file exists, too. */
  isForced: boolean;
}

export type RedirectStatus = 301 | 302 | 303 | 307 | 308;
/** Another file answers under the same address, as it is or as a page for what is missing. */
export type RewriteStatus = 200 | 404;

/** A line that is not followed, and why, as the end of a sentence (“leads to another host”). */
export interface IgnoredLine {
  line: number;
  reason: string;
}

/** The rules in the order in which they are tried, and the lines that are ignored. */
export interface ParsedRedirects {
  rules: RedirectRule[];
  ignored: IgnoredLine[];
}

/** Characters of the file and rules in it that count; what follows is ignored. */
export const REDIRECTS_BYTES = 256 * 1024;
export const REDIRECT_RULES = 2_000;
const LINE_CHARACTERS = 2_000;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const REWRITES = new Set([200, 404]);
const DEFAULT_STATUS = 301;

const isRedirect = (status: number): status is RedirectStatus => REDIRECTS.has(status);
const isRewrite = (status: number): status is RewriteStatus => REWRITES.has(status);
/** Whether another address is shown, instead of another file under the same one. */
export const leadsElsewhere = (rule: RedirectRule): rule is RedirectRule & { status: RedirectStatus } =>
  isRedirect(rule.status);

const isTarget = (token: string): boolean => /^(\/|https?:\/\/)/i.test(token);
const isStatus = (token: string | undefined): token is string => /^\d{3}!?$/.test(token ?? '');

/** Two slashes, or what browsers take for them, begin the name of a host. */
const isOnSite = (to: string): boolean => /^\/(?![\\/])/.test(to);

/** Returns the parts of a path as `RedirectRule.from` has them; a slash at its end does not matter. */
export function partsOf(path: string): string[] {
  const inner = path.replace(/^\//, '').replace(/\/$/, '');
  return inner === '' ? [] : inner.split('/');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Splits a line into its parts: `from [query] [to] [status] [conditions]`. */
function partsOfLine(line: string) {
  const tokens = line.split(/\s+/);
  const comment = tokens.findIndex((token) => token.startsWith('#'));
  const [from = '', ...rest] = comment === -1 ? tokens : tokens.slice(0, comment);
  // A rule without a target means the same path below itself: `/docs/* 200`.
  const at = isStatus(rest[0]) ? -1 : rest.findIndex(isTarget);
  const to = rest[at] ?? (isStatus(rest[0]) ? from.replace(/\/\*$/, '/:splat') : undefined);
  const [status, ...conditions] = rest.slice(at + 1);
  return { from, query: rest.slice(0, Math.max(at, 0)), to, status, conditions };
}

/** Returns the rule of a line, or why it is ignored. */
function parseLine(line: string): RedirectRule | string {
  if (line.length > LINE_CHARACTERS) return 'is too long';
  const { from, query, to, status = String(DEFAULT_STATUS), conditions } = partsOfLine(line);
  if (!from.startsWith('/')) return 'is about another host';
  if (to === undefined) return 'has no target that begins with a slash';
  if (!isOnSite(to)) return 'leads to another host';
  if (to.startsWith('/.netlify/')) return 'leads to a function';
  if (query.length > 0) return 'looks at the query';
  if (!isStatus(status) || conditions.length > 0) return 'has a condition';
  const code = Number.parseInt(status, 10);
  if (!isRedirect(code) && !isRewrite(code)) return `has the status ${code}`;
  const path = from.replace(/\/\*$/, '');
  if (path.includes('*')) return 'has * before its end';
  return {
    from: partsOf(decoded(path)),
    hasSplat: path !== from,
    to,
    status: code,
    isForced: status.endsWith('!'),
  };
}

/**
 * Reads a `_redirects` file, in the format of Netlify and Cloudflare. Followed are redirects and rewrites inside the
 * site, with `*`, `:splat`, placeholders and `!`; everything else is ignored and named.
 */
export function parseRedirects(text: string): ParsedRedirects {
  const rules: RedirectRule[] = [];
  const ignored: IgnoredLine[] = [];
  let end = -1;
  for (const [at, untrimmed] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    end += 1 + untrimmed.length;
    const line = untrimmed.trim();
    if (line === '' || line.startsWith('#')) continue;
    const isBeyond = rules.length === REDIRECT_RULES || end > REDIRECTS_BYTES;
    const rule = isBeyond ? 'is beyond the limit' : parseLine(line);
    if (typeof rule === 'string') ignored.push({ line: at + 1, reason: rule });
    else rules.push(rule);
  }
  return { rules, ignored };
}
