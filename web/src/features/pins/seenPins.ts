import type { SettledFinding } from '@stagelink/shared/preview/messages';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/queryClient.ts';

/** The last known status of each pin. */
export type SeenPins = Readonly<Record<string, SettledFinding>>;

const NOTHING_SEEN: SeenPins = {};
const key = (snapshotId: string, version: number) => ['seenPins', snapshotId, version] as const;

/** Pin statuses of every page of this version opened in this viewer. */
export const useSeenPins = (snapshotId: string, version: number): SeenPins =>
  useQuery({ queryKey: key(snapshotId, version), queryFn: () => NOTHING_SEEN, enabled: false }).data ??
  NOTHING_SEEN;

/** Records statuses; pins on other pages keep theirs. */
export function noteSeen(snapshotId: string, version: number, findings: SettledFinding[]): void {
  const known = findings.filter(({ status }) => status !== 'elsewhere');
  if (known.length === 0) return;
  queryClient.setQueryData<SeenPins>(key(snapshotId, version), (before) => ({
    ...before,
    ...Object.fromEntries(known.map((finding) => [finding.id, finding])),
  }));
}
