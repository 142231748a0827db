import type { Project } from '@stagelink/shared/contracts/project';
import type { DragEvent } from 'react';

/** Marks the data of a dragged snapshot; browsers hide the data itself until the drop. */
const TYPE = 'application/x-stagelink-snapshot';

export interface DraggedSnapshot {
  id: string;
  projectId: string | null;
  /** Null takes it out of its project. */
  moveTo: (project: Project | null) => void;
}

let dragged: DraggedSnapshot | null = null;

/** `image` follows the pointer: a whole row would hide where it is dragged to. */
export function startSnapshotDrag(
  { dataTransfer }: DragEvent,
  snapshot: DraggedSnapshot,
  image: Element | null,
): void {
  dragged = snapshot;
  dataTransfer.setData(TYPE, snapshot.id);
  dataTransfer.effectAllowed = 'move';
  if (image) dataTransfer.setDragImage(image, -12, 0);
}

/** Returns the snapshot that is dragged within this window; null for any other drag. */
export const draggedSnapshot = ({ dataTransfer }: DragEvent): DraggedSnapshot | null =>
  dataTransfer.types.includes(TYPE) ? dragged : null;
