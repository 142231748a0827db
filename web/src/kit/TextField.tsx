import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldStyle } from './Field.tsx';
import { joinClasses } from './joinClasses.ts';
import styles from './Field.module.css';

interface TextFieldProps
  extends FieldStyle, Omit<ComponentProps<'input'>, 'className' | 'onChange' | 'size' | 'value'> {
  value: string;
  onChange: (value: string) => void;
  /** Icon at the start, and a control or a hint at the end, of the box. */
  start?: ReactNode;
  end?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, description, error, size, className, id, start, end, onChange, ...rest } = props;
  return (
    <Field id={id} label={label} description={description} error={error} size={size} className={className}>
      {(control) => (
        <div className={styles.box}>
          {start && <span className={styles.start}>{start}</span>}
          <input
            {...control}
            {...rest}
            className={joinClasses(
              control.className,
              Boolean(start) && styles.withStart,
              Boolean(end) && styles.withEnd,
            )}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {end && <span className={styles.end}>{end}</span>}
        </div>
      )}
    </Field>
  );
}
