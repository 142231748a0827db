import { useId } from 'react';
import field from './Field.module.css';
import { joinClasses } from './joinClasses.ts';
import styles from './SegmentedControl.module.css';

interface SegmentedControlProps<T extends string> {
  label: string;
  isLabelShown?: boolean;
  options: readonly { value: T; label: string }[];
  size?: 'small' | 'medium';
  isWide?: boolean;
  value: T;
  onChange: (value: T) => void;
}

/** Radio buttons beside each other. */
export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>) {
  const { label, isLabelShown = false, options, size = 'small', isWide = false, value, onChange } = props;
  const id = useId();
  const control = (
    <div
      role="radiogroup"
      className={joinClasses(styles.control, styles[size], isWide && styles.wide)}
      {...(isLabelShown ? { 'aria-labelledby': id } : { 'aria-label': label })}
    >
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={`${id}-segment`}
            className={styles.radio}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
  if (!isLabelShown) return control;
  return (
    <div className={field.field}>
      <div id={id} className={field.label}>
        {label}
      </div>
      {control}
    </div>
  );
}
