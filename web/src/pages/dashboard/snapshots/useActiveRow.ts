import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';

export interface Place {
  id: string;
  index: number;
}

/**
 * The one row that Tab reaches and keys act on: the same snapshot wherever it moves in the list, and what stands in its
 * place once it has left. Answers its index, and how to make another row the one.
 */
export function useActiveRow(snapshots: readonly Snapshot[]): [number, (place: Place) => void] {
  const [place, setPlace] = useState<Place | null>(null);
  const found = place ? snapshots.findIndex(({ id }) => id === place.id) : -1;
  // So that whoever leaves later leaves the place where it was last.
  if (place && found !== -1 && found !== place.index) setPlace({ id: place.id, index: found });
  return [found === -1 ? Math.min(place?.index ?? 0, snapshots.length - 1) : found, setPlace];
}
