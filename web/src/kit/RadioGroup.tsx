import { useId } from 'react';
import styles from './RadioGroup.module.css';

interface RadioGroupProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string; description: string }[];
  /** Null while it is unknown. */
  value: T | null;
  disabled?: boolean;
  onChange: (value: T) => void;
}

/** Radio buttons with descriptions. */
export function RadioGroup<T extends string>({
  label,
  options,
  value,
  disabled,
  onChange,
}: RadioGroupProps<T>) {
  const id = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.group}>
      {options.map((option) => (
        <div key={option.value} className={styles.option}>
          <input
            type="radio"
            id={`${id}-${option.value}`}
            name={id}
            className={styles.radio}
            aria-describedby={`${id}-${option.value}-description`}
            disabled={disabled}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
          <p id={`${id}-${option.value}-description`} className={styles.description}>
            {option.description}
          </p>
        </div>
      ))}
    </div>
  );
}
