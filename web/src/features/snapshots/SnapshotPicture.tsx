import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import styles from './SnapshotPicture.module.css';

const DRAWINGS = 4;

/** The same drawing for a snapshot wherever it is shown. */
const drawingOf = (id: string) => [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % DRAWINGS;

/** Covers the drawing once it has loaded. The name beside it says what it shows. */
function Picture({ source }: { source: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <img
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setHasFailed(true)}
    />
  );
}

/**
 * Picture of a snapshot's first page, drawn as a sketch of a page while there is none. Fills the width it
 * is given at a fixed ratio, so nothing moves when a picture loads.
 */
export const SnapshotPicture = ({
  snapshot: { id, picture },
}: {
  snapshot: Pick<Snapshot, 'id' | 'picture'>;
}) => (
  <span className={styles.picture} data-drawing={drawingOf(id)}>
    {picture !== null && <Picture key={picture} source={picture} />}
  </span>
);
