import styles from './Progress.module.css';

interface ProgressProps {
  label: string;
  /** Percent unless `max` is set; null while it is unknown. */
  value: number | null;
  max?: number;
  tone?: 'good';
}

export const Progress = ({ label, value, max = 100, tone }: ProgressProps) => (
  <progress
    className={styles.progress}
    data-tone={tone}
    aria-label={label}
    max={max}
    value={value ?? undefined}
  />
);
