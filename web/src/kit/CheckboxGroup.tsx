import { type ReactNode, useId } from 'react';
import { joinClasses } from './joinClasses.ts';
import styles from './Field.module.css';

interface CheckboxGroupProps {
  label: string;
  error?: string | undefined;
  children: ReactNode;
}

export function CheckboxGroup({ label, error, children }: CheckboxGroupProps) {
  const id = useId();
  return (
    <fieldset className={joinClasses(styles.field, styles.group)} aria-describedby={error && `${id}-error`}>
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
