import { joinClasses } from './joinClasses.ts';
import styles from './Switch.module.css';

interface SwitchProps {
  /** The accessible name. */
  label: string;
  /** Visible text before or after it. */
  text?: { before: string } | { after: string };
  size?: 'small' | 'medium';
  isOn: boolean;
  disabled?: boolean;
  title?: string;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, text, size = 'medium', isOn, disabled, title, onChange }: SwitchProps) {
  return (
    <label className={joinClasses(styles.switch, size === 'small' && styles.small)} title={title}>
      {text && 'before' in text && text.before}
      <input
        type="checkbox"
        role="switch"
        className={styles.track}
        aria-label={label}
        disabled={disabled}
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {text && 'after' in text && text.after}
    </label>
  );
}
