import { useId } from 'react';
import styles from './Checkbox.module.css';

export type CheckedState = 'all' | 'some' | 'none';

interface CheckboxProps {
  /** Omitted inside a `label` element. */
  label?: string;
  checked: CheckedState;
  tabIndex?: number;
  onToggle: (isShifted: boolean) => void;
}

/** A plain checkbox: every table row has one, and rows mount while scrolling. */
export function Checkbox({ label, checked, tabIndex = 0, onToggle }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      className={styles.check}
      aria-label={label}
      tabIndex={tabIndex}
      checked={checked === 'all'}
      ref={(input) => {
        if (input) input.indeterminate = checked === 'some';
      }}
      // A click, or the space bar, which browsers report as a click.
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  );
}

interface CheckboxFieldProps {
  label: string;
  description?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function CheckboxField({ label, description, isOn, onChange }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <input
        type="checkbox"
        id={id}
        className={styles.check}
        aria-describedby={description && `${id}-description`}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {description && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
    </div>
  );
}
