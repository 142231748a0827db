import styles from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface SkeletonProps {
  heightPx: number;
  /** What is loading, for screen readers; absent where something else says so. */
  label?: string;
}

interface SkeletonLinesProps {
  /** What is loading, for screen readers; absent where something else says so. */
  label?: string;
  /** Widths of the lines in percent, from top to bottom. */
  widths: readonly number[];
  heightPx?: number;
}

/** Placeholders of several lines. */
export const SkeletonLines = ({ label, widths, heightPx = 12 }: SkeletonLinesProps) => (
  <output className={styles.lines} aria-label={label} aria-hidden={label === undefined}>
    {widths.map((width, at) => (
      <span key={at} className={styles.skeleton} style={{ width: `${width}%`, height: heightPx }} />
    ))}
  </output>
);

/** A placeholder that appears late, so that a quick reply does not flicker. */
export const Skeleton = ({ heightPx, label }: SkeletonProps) => (
  <>
    {label !== undefined && <VisuallyHidden as="output">{label}</VisuallyHidden>}
    <div className={styles.skeleton} style={{ height: heightPx }} aria-hidden />
  </>
);
