import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import type { SnapshotFilters } from './snapshotFilters.ts';
import { EXTENDING } from './bulk.ts';
import { type BulkActionKind, BulkBar } from './BulkBar.tsx';
import { type BulkDialog, BulkDialogs } from './dialogs/BulkDialogs.tsx';
import { arrivedSince, isSelected } from './selection.ts';
import { useBulk } from './useBulk.ts';
import type { Selecting } from './useSelection.ts';

interface SelectedProps {
  selecting: Selecting;
  question: SnapshotFilters;
  snapshots: readonly Snapshot[];
  matching: number;
  onRename: (snapshot: Snapshot) => void;
}

export function Selected({ selecting, question, snapshots, matching, onRename }: SelectedProps) {
  const { selection, count, clear } = selecting;
  const [dialog, setDialog] = useState<BulkDialog | null>(null);
  const { progress, run } = useBulk(selecting, question);

  function act(kind: BulkActionKind): void {
    if (kind === 'extend') return void run(EXTENDING);
    if (kind !== 'rename') return setDialog(kind);
    const only = snapshots.find((snapshot) => isSelected(selection, snapshot));
    if (only) onRename(only);
  }

  return (
    <>
      <BulkBar
        selection={selection}
        count={count}
        matching={matching}
        progress={progress}
        onAct={act}
        onClear={clear}
      />
      {dialog && (
        <BulkDialogs
          kind={dialog}
          count={count}
          arrived={arrivedSince(selection, matching)}
          project={question.project}
          onPlan={run}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
