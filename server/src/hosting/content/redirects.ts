import { partsOf, type RedirectRule } from '@stagelink/shared/domain/redirects';

/** A rule that holds for a path, with its placeholders replaced. */
export interface Match {
  rule: RedirectRule;
  target: URL;
}

/** Rules that are tried for one path. */
const TRIED = 10;
/** A longer path has no rules: each may repeat it. */
const PATH_CHARACTERS = 2_000;
/** Any origin: only whether a target stays on it matters. */
const SITE = 'http://site.invalid';

/** Returns null for the address of another host, which a placeholder's value can make of a target. */
function targetOnSite(to: string): URL | null {
  const url = URL.canParse(to, SITE) ? new URL(to, SITE) : null;
  return url?.origin === SITE ? url : null;
}

function holdsFor(parts: readonly string[], { from, hasSplat }: RedirectRule): boolean {
  if (hasSplat ? parts.length < from.length : parts.length !== from.length) return false;
  // The last parts differ most.
  return from.findLast((expected, at) => expected !== parts[at] && !expected.startsWith(':')) === undefined;
}

/** Returns the target of a rule that holds; null for one that is not on the site. */
function targetFor(parts: readonly string[], { from, to }: RedirectRule): URL | null {
  const values = new Map([['splat', parts.slice(from.length).map(encodeURIComponent).join('/')]]);
  for (const [at, expected] of from.entries()) {
    if (expected.startsWith(':')) values.set(expected.slice(1), encodeURIComponent(parts[at] ?? ''));
  }
  return targetOnSite(to.replace(/:(\w+)/g, (placeholder, name: string) => values.get(name) ?? placeholder));
}

/** Yields the first rules that hold for a decoded path, in their order. Where a file exists only forced ones do. */
export function* matchesOf(rules: readonly RedirectRule[], path: string, exists: boolean): Generator<Match> {
  if (path.length > PATH_CHARACTERS) return;
  const parts = partsOf(path);
  let tried = 0;
  for (const rule of rules) {
    if ((exists && !rule.isForced) || !holdsFor(parts, rule)) continue;
    const target = targetFor(parts, rule);
    if (target) yield { rule, target };
    tried += 1;
    if (tried === TRIED) return;
  }
}
