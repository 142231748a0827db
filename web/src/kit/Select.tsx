import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, type FieldStyle } from './Field.tsx';
import { joinClasses } from './joinClasses.ts';
import styles from './Field.module.css';
import select from './Select.module.css';

interface SelectProps<T extends string>
  extends
    FieldStyle,
    Omit<ComponentProps<'select'>, 'className' | 'onChange' | 'size' | 'value' | 'children'> {
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** The browser's native select. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, description, error, size, className, id, options, onChange, ...rest } = props;
  return (
    <Field id={id} label={label} description={description} error={error} size={size} className={className}>
      {(control) => (
        <div className={styles.box}>
          <select
            {...control}
            {...rest}
            className={joinClasses(control.className, select.select, styles.withEnd)}
            onChange={({ currentTarget }) => {
              const chosen = options.find(({ value }) => value === currentTarget.value);
              if (chosen) onChange(chosen.value);
            }}
          >
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <span className={joinClasses(styles.end, select.arrow)} aria-hidden>
            <ChevronsUpDown size={14} />
          </span>
        </div>
      )}
    </Field>
  );
}
