import { createHash } from 'node:crypto';
import type { MeasuredFinding } from '@stagelink/shared/contracts/findings';

/** The element's signals that survive a restage: no position, no layout, no neighbors. */
function signalsOf({ rule, locator }: MeasuredFinding): unknown[] {
  if (!locator) return [rule];
  const { tag, attributes, role, name, text } = locator;
  const own = Object.entries(attributes)
    .filter(([attribute]) => attribute !== 'style')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return [rule, tag, role, own, name.text, text.text];
}

/**
 * Adds the fingerprint to each finding of a page, the same for the same rule and element on every version. Elements
 * that nothing distinguishes are counted.
 */
export function withFingerprints(
  page: string,
  findings: MeasuredFinding[],
): (MeasuredFinding & { fingerprint: string })[] {
  const counts = new Map<string, number>();
  return findings.map((finding) => {
    const signals = JSON.stringify([page, ...signalsOf(finding)]);
    const count = (counts.get(signals) ?? 0) + 1;
    counts.set(signals, count);
    const fingerprint = createHash('sha256').update(`${count} ${signals}`).digest('hex').slice(0, 32);
    return { ...finding, fingerprint };
  });
}
