import { useEffect, useState } from 'react';
import styles from './SnapshotPicture.module.css';

/** A search or a fast scroll passes many pictures: none is fetched that is shown for a shorter time. */
const SETTLED_MS = 150;

/** Sources that have loaded, which the browser has cached. */
const loaded = new Set<string>();

/** Returns whether a picture is to be shown: it has been fetched before, or it has been in place for a moment. */
function useIsSettled(source: string): boolean {
  const [isSettled, setIsSettled] = useState(() => loaded.has(source));
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

/** Covers the letter once it has loaded. The name beside it says what it shows. */
function Picture({ source }: { source: string }) {
  const [hasFailed, setHasFailed] = useState(false);
  const isSettled = useIsSettled(source);
  if (hasFailed || !isSettled) return null;
  return (
    <img
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={() => loaded.add(source)}
      onError={() => setHasFailed(true)}
    />
  );
}

interface SnapshotPictureProps {
  picture: string | null;
  /** Its first letter is shown where there is no picture yet. */
  name: string;
}

/**
 * Picture of a snapshot's first page, a plain tile with a letter while there is none. Fills the width it is given at a
 * fixed ratio, so nothing moves when a picture loads.
 */
export const SnapshotPicture = ({ picture, name }: SnapshotPictureProps) => (
  <span className={styles.picture}>
    <span className={styles.letter}>{[...name.trim()][0]?.toUpperCase()}</span>
    {picture !== null && <Picture key={picture} source={picture} />}
  </span>
);
