import type { PinFinding } from '@stagelink/shared/preview/messages';
import { useQuery } from '@tanstack/react-query';
import { queries } from './queries.ts';

/** What was last seen of each pin while its page was open. */
export type SeenPins = Readonly<Record<string, PinFinding>>;

const NOTHING_SEEN: SeenPins = {};
const key = (snapshotId: string, version: number) => ['seenPins', snapshotId, version] as const;

/** On every page of this version that was looked at since the viewer was opened. */
export const useSeenPins = (snapshotId: string, version: number): SeenPins =>
  useQuery({ queryKey: key(snapshotId, version), queryFn: () => NOTHING_SEEN, enabled: false }).data ??
  NOTHING_SEEN;

/** Keeps what is known now; of pins on other pages nothing is. */
export function noteSeen(snapshotId: string, version: number, findings: Iterable<PinFinding>): void {
  const known = [...findings].filter(({ status }) => status !== 'elsewhere');
  if (known.length === 0) return;
  queries.setQueryData<SeenPins>(key(snapshotId, version), (before) => ({
    ...before,
    ...Object.fromEntries(known.map((finding) => [finding.id, finding])),
  }));
}
