import type { MeasuredFinding } from '@stagelink/shared/contracts/findings';
import { FINDINGS_MAX, FINDINGS_PER_RULE } from '@stagelink/shared/preview/auditLimits';
import { SEVERITIES } from '@stagelink/shared/domain/findingRules';
import { uuidv7 } from 'uuidv7';
import { withFingerprints } from './fingerprint.ts';
import type { FindingRow } from './repo.ts';

/** What is known of a page when its audit arrives. */
interface Known {
  version: number;
  page: string;
  /** Rows of this version and page. */
  present: FindingRow[];
  /** The newest row of each finding on earlier versions. */
  before: FindingRow[];
  comparedWith: number | null;
  /** Findings of other pages of this version. */
  others: number;
}

/** Keeps the first elements of each rule, most harmful first. */
function mostHarmful(measured: MeasuredFinding[]): MeasuredFinding[] {
  const counts = new Map<string, number>();
  const kept = measured.filter(({ rule, severity }) => {
    const key = `${rule} ${severity}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= FINDINGS_PER_RULE;
  });
  return kept.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

/**
 * Returns the rows of a page after an audit. A dismissal stays, from this version or from an earlier one; what was open
 * on the version compared with and is gone is fixed.
 */
export function merge(
  { version, page, present, before, comparedWith, others }: Known,
  measured: MeasuredFinding[],
  now = new Date(),
): FindingRow[] {
  const presentOf = new Map(present.map((row) => [row.fingerprint, row]));
  const beforeOf = new Map(before.map((row) => [row.fingerprint, row]));
  const found = withFingerprints(page, mostHarmful(measured));
  const foundOnes = new Set(found.map(({ fingerprint }) => fingerprint));
  const rows = found.map((finding): Omit<FindingRow, 'position'> => {
    const same = presentOf.get(finding.fingerprint);
    const earlier = beforeOf.get(finding.fingerprint);
    const wasThere = earlier?.version === comparedWith && earlier.state !== 'fixed';
    const known = same ?? earlier;
    const state =
      known?.state === 'dismissed'
        ? { state: known.state, reason: known.reason, byName: known.byName, at: known.at }
        : { state: 'open' as const, reason: null, byName: null, at: now };
    return {
      ...finding,
      ...state,
      id: same?.id ?? uuidv7(),
      version,
      page,
      since: wasThere ? earlier.since : version,
      commentId: known?.commentId ?? null,
    };
  });
  const dismissed = present.filter(
    ({ state, fingerprint }) => state === 'dismissed' && !foundOnes.has(fingerprint),
  );
  const kept = new Set([...foundOnes, ...dismissed.map(({ fingerprint }) => fingerprint)]);
  const fixed = before
    .filter((row) => row.version === comparedWith && row.state === 'open' && !kept.has(row.fingerprint))
    .map((row) => ({
      ...row,
      id: presentOf.get(row.fingerprint)?.id ?? uuidv7(),
      version,
      state: 'fixed' as const,
      at: now,
    }));
  return [...rows, ...dismissed, ...fixed]
    .slice(0, Math.max(0, FINDINGS_MAX - others))
    .map((row, position) => ({ ...row, position }));
}
