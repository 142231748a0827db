import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';

export interface ActiveRow {
  id: string;
  index: number;
}

/**
 * The row in the tab order, which keys act on: it follows its snapshot, and passes to the row at its index
 * once the snapshot leaves the list. Returns the index and a setter.
 */
export function useActiveRow(snapshots: readonly Snapshot[]): [number, (place: ActiveRow) => void] {
  const [place, setPlace] = useState<ActiveRow | null>(null);
  const found = place ? snapshots.findIndex(({ id }) => id === place.id) : -1;
  // Updates the index, so that a later removal uses the last one.
  if (place && found !== -1 && found !== place.index) setPlace({ id: place.id, index: found });
  return [found === -1 ? Math.min(place?.index ?? 0, snapshots.length - 1) : found, setPlace];
}
