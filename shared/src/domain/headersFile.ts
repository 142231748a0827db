import type { IgnoredLine } from './redirects.ts';

/** Headers for the addresses that match a pattern. */
export interface HeaderRule {
  matches: (pathname: string) => boolean;
  /** Headers by lower-case name; null takes a header of an earlier rule away. */
  headers: ReadonlyMap<string, string | null>;
}

/** The rules in the order in which they apply, and the lines that are ignored. */
export interface ParsedHeaders {
  rules: HeaderRule[];
  ignored: IgnoredLine[];
}

/** Characters of the file and rules in it that count; what follows is ignored. */
export const HEADERS_BYTES = 64 * 1024;
export const HEADER_RULES = 100;
const HEADERS_PER_RULE = 50;
const VALUE_LENGTH = 2_000;
const PATTERN_LENGTH = 300;
/** Each is compared with each part of a path. */
const PLACEHOLDERS = 5;
/** A longer path gets none, because each rule is compared with it. */
const PATH_LENGTH = 1_000;

/**
 * Headers that change nothing of what a preview depends on: its agent, its frame, its caches, its type and the
 * connection.
 */
const FOLLOWED = new Set([
  'accept-ch',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'content-disposition',
  'content-language',
  'critical-ch',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'document-isolation-policy',
  'link',
  'permissions-policy',
  'server-timing',
  'service-worker-allowed',
  'sourcemap',
  'speculation-rules',
  'supports-loading-mode',
  'timing-allow-origin',
]);
/** Other headers that begin with X-, but that a proxy in front of the server obeys. */
const FOR_PROXIES = /^x-(accel|envoy|sendfile|lighttpd|litespeed|reproxy|real-ip|forwarded)/;
const OURS = new Set(['x-frame-options', 'x-robots-tag', 'x-content-type-options']);
/** Headers whose values in several rules form a list. */
const LISTS = new Set(['link', 'server-timing', 'accept-ch', 'critical-ch']);

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const UNSAFE = /[^\t\u0020-\u007e]/;
/** Values that a preview sends anyway. */
const SENT_ANYWAY = new Map([
  ['x-content-type-options', 'nosniff'],
  ['x-robots-tag', 'noindex'],
  ['referrer-policy', 'no-referrer'],
]);

const isFollowed = (name: string): boolean =>
  FOLLOWED.has(name) || (name.startsWith('x-') && !OURS.has(name) && !FOR_PROXIES.test(name));

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Returns a test of a pattern with placeholders and at most one `*`, or why the pattern is ignored. */
function matcherOf(pattern: string): ((pathname: string) => boolean) | string {
  if (pattern.length > PATTERN_LENGTH) return 'is too long';
  if (pattern.split('*').length > 2) return 'has more than one *';
  if (pattern.split('/:').length > 1 + PLACEHOLDERS) return `has more than ${PLACEHOLDERS} placeholders`;
  const parts = escaped(pattern)
    .replace(String.raw`\*`, '.*')
    .replaceAll(/\/:\w+/g, '/[^/]+');
  const whole = new RegExp(`^${parts}$`);
  return (pathname) => pathname.length <= PATH_LENGTH && whole.test(pathname);
}

/** Returns a header's name and value; null for one that changes nothing; otherwise why the line is ignored. */
function parseHeader(line: string): { name: string; value: string | null } | string | null {
  if (line.startsWith('!')) return { name: line.slice(1).trim().toLowerCase(), value: null };
  const colon = line.indexOf(':');
  const spelled = line.slice(0, Math.max(colon, 0)).trim();
  const value = line.slice(colon + 1).trim();
  if (!NAME.test(spelled) || value === '') return 'is no header';
  const name = spelled.toLowerCase();
  if (SENT_ANYWAY.get(name) === value.toLowerCase()) return null;
  if (!isFollowed(name)) return `sets ${spelled}`;
  return value.length > VALUE_LENGTH || UNSAFE.test(value)
    ? `has a value that cannot be sent`
    : { name, value };
}

/** Collects the rules of a file line by line. */
class RuleReader {
  readonly rules: HeaderRule[] = [];
  /** Headers of the rule that is being read; null before the first and in one that is ignored. */
  #headers: Map<string, string | null> | null = null;

  /** Returns why a line is ignored, if it is. */
  read(line: string): string | null {
    return line.startsWith('/') ? this.#begin(line) : this.#add(line);
  }

  #begin(pattern: string): string | null {
    this.#headers = null;
    const matches = this.rules.length < HEADER_RULES ? matcherOf(pattern) : 'is beyond the limit';
    if (typeof matches === 'string') return matches;
    this.#headers = new Map();
    this.rules.push({ matches, headers: this.#headers });
    return null;
  }

  #add(line: string): string | null {
    if (/^https?:\/\//i.test(line)) {
      this.#headers = null;
      return 'is about another host';
    }
    const header = parseHeader(line);
    if (header === null || typeof header === 'string') return header;
    if (this.#headers === null) return 'belongs to no path';
    if (this.#headers.size >= HEADERS_PER_RULE) return 'is beyond the limit';
    this.#headers.set(header.name, joined(header.name, this.#headers.get(header.name), header.value));
    return null;
  }
}

function joined(name: string, before: string | null | undefined, value: string | null): string | null {
  const isList = LISTS.has(name) && typeof before === 'string' && value !== null;
  return isList ? `${before}, ${value}` : value;
}

/**
 * Reads a `_headers` file, in the format of Netlify and Cloudflare. Followed are headers that leave the preview, its
 * caches and the connection as they are; everything else is ignored and named.
 */
export function parseHeaders(text: string): ParsedHeaders {
  const reader = new RuleReader();
  const ignored: IgnoredLine[] = [];
  const lines = text.replace(/^\ufeff/, '').split('\n');
  let end = -1;
  for (const [at, untrimmed] of lines.entries()) {
    end += 1 + untrimmed.length;
    const line = untrimmed.trim();
    if (line === '' || line.startsWith('#')) continue;
    const reason = end > HEADERS_BYTES ? 'is beyond the limit' : reader.read(line);
    if (reason !== null) ignored.push({ line: at + 1, reason });
  }
  return { rules: reader.rules, ignored };
}

/** Returns the headers for a path by lower-case name. */
export function headersFor(rules: readonly HeaderRule[], pathname: string): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const rule of rules) {
    if (!rule.matches(pathname)) continue;
    for (const [name, value] of rule.headers) {
      const next = joined(name, chosen.get(name), value);
      if (next === null) chosen.delete(name);
      else chosen.set(name, next);
    }
  }
  return chosen;
}
