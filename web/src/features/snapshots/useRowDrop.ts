import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { type DragEvent, useState } from 'react';
import { carriesFiles, entriesIn } from '../staging/useFileDrop.ts';

function indexUnder({ target }: DragEvent): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset['index']) : null;
}

/** Files dropped on a row restage its snapshot; files dropped elsewhere create a new one. */
export function useRowDrop(
  snapshots: readonly Snapshot[],
  onFiles: (snapshot: Snapshot, entries: FileSystemEntry[]) => void,
) {
  const [over, setOver] = useState<number | null>(null);
  return {
    /** The row files are dragged over. */
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (carriesFiles(event)) setOver(indexUnder(event));
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(null);
      },
      onDrop(event: DragEvent) {
        setOver(null);
        const snapshot = snapshots[indexUnder(event) ?? -1];
        const entries = snapshot ? entriesIn(event) : [];
        if (!snapshot || entries.length === 0) return;
        event.preventDefault();
        onFiles(snapshot, entries);
      },
    },
  };
}
