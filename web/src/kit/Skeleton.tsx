import styles from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface SkeletonProps {
  heightPx: number;
  /** What is loading, for screen readers; absent where something else says so. */
  label?: string;
}

/** A placeholder that appears late, so that a quick reply does not flicker. */
export const Skeleton = ({ heightPx, label }: SkeletonProps) => (
  <>
    {label !== undefined && <VisuallyHidden as="output">{label}</VisuallyHidden>}
    <div className={styles.skeleton} style={{ height: heightPx }} aria-hidden />
  </>
);
