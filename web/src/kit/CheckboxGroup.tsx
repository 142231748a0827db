import { type ReactNode, useId } from 'react';
import { joinClasses } from './joinClasses.ts';
import styles from './Field.module.css';

interface CheckboxGroupProps {
  name?: string;
  label: string;
  error?: string | null | undefined;
  children: ReactNode;
}

export function CheckboxGroup({ name, label, error, children }: CheckboxGroupProps) {
  const id = useId();
  return (
    <fieldset
      name={name}
      className={joinClasses(styles.field, styles.group)}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={styles.label}>{label}</legend>
      {children}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
