import styles from './Progress.module.css';

interface ProgressProps {
  label: string;
  /** Percent; null while it is unknown. */
  value: number | null;
}

export const Progress = ({ label, value }: ProgressProps) => (
  <progress className={styles.progress} aria-label={label} max={100} value={value ?? undefined} />
);
