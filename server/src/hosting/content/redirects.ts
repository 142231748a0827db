import { partsOf, type RedirectRule } from '@stagelink/shared/domain/redirects';

/** A rule that holds for a path, with its placeholders replaced. */
export interface Match {
  rule: RedirectRule;
  target: URL;
}

/** Any origin: only whether a target stays on it matters. */
const SITE = 'http://site.invalid';

/** Returns null for the address of another host, which a placeholder's value can make of a target. */
function targetOnSite(to: string): URL | null {
  const url = URL.canParse(to, SITE) ? new URL(to, SITE) : null;
  return url?.origin === SITE ? url : null;
}

/** Returns the value of each placeholder, encoded; null when the rule is about other paths. */
function valuesIn(parts: readonly string[], { from, hasSplat }: RedirectRule): Map<string, string> | null {
  if (hasSplat ? parts.length < from.length : parts.length !== from.length) return null;
  const values = new Map<string, string>();
  for (const [at, expected] of from.entries()) {
    const part = parts[at] ?? '';
    if (expected.startsWith(':')) values.set(expected.slice(1), encodeURIComponent(part));
    else if (expected !== part) return null;
  }
  return values.set('splat', parts.slice(from.length).map(encodeURIComponent).join('/'));
}

/** Yields the rules that hold for a decoded path, in their order. */
export function* matchesOf(rules: readonly RedirectRule[], path: string): Generator<Match> {
  const parts = partsOf(path);
  for (const rule of rules) {
    const values = valuesIn(parts, rule);
    if (values === null) continue;
    const to = rule.to.replace(/:(\w+)/g, (placeholder, name: string) => values.get(name) ?? placeholder);
    const target = targetOnSite(to);
    if (target) yield { rule, target };
  }
}
