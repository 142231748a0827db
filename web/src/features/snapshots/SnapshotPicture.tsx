import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import styles from './SnapshotPicture.module.css';

const DRAWINGS = 4;

/** The same drawing for a snapshot wherever it is shown. */
const drawingOf = (id: string) => [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % DRAWINGS;

/**
 * Picture of a snapshot's first page, drawn as a sketch of a page while there is none. Fills the width it
 * is given at a fixed ratio, so nothing moves when a picture loads.
 */
export const SnapshotPicture = ({ snapshot }: { snapshot: Pick<Snapshot, 'id' | 'picture'> }) => (
  <span className={styles.picture} data-drawing={drawingOf(snapshot.id)} />
);
