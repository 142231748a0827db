import styles from './Skeleton.module.css';

/** A placeholder that appears late, so that a quick reply does not flicker. */
export const Skeleton = ({ heightPx }: { heightPx: number }) => (
  <div className={styles.skeleton} style={{ height: heightPx }} aria-hidden />
);
