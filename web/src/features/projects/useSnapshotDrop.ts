import { type DragEvent, useState } from 'react';
import { draggedSnapshot } from '../../lib/snapshotDrag.ts';
import type { Project } from './api.ts';

/** Lets a row of the list be dropped to move its snapshot; null is the place of those without a project. */
export function useSnapshotDrop(project: Project | null) {
  const [isOver, setIsOver] = useState(false);
  const id = project?.id ?? null;
  const movable = (event: DragEvent) => {
    const snapshot = draggedSnapshot(event);
    return snapshot && snapshot.projectId !== id ? snapshot : null;
  };
  return {
    'data-takes': isOver,
    onDragOver(event: DragEvent) {
      if (!movable(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setIsOver(true);
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
    },
    onDrop(event: DragEvent) {
      setIsOver(false);
      const snapshot = movable(event);
      if (!snapshot) return;
      event.preventDefault();
      snapshot.moveTo(project);
    },
  };
}
