import { type ReactNode, useId } from 'react';
import { joinClasses } from './joinClasses.ts';
import styles from './Field.module.css';

export interface FieldStyle {
  label?: ReactNode;
  description?: ReactNode;
  /** `true` marks the field as invalid if the message is elsewhere. */
  error?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  className?: string | undefined;
}

export interface FieldControl {
  id: string;
  className: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps extends FieldStyle {
  id?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

export function Field({ id, label, description, error, size = 'medium', className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const isWrong = Boolean(error);
  const message = error === true ? null : error;
  const descriptionId = description ? `${controlId}-description` : '';
  const errorId = isWrong && message ? `${controlId}-error` : '';
  return (
    <div className={joinClasses(styles.field, className)}>
      {label && (
        <label htmlFor={controlId} className={joinClasses(styles.label, styles[`${size}Label`])}>
          {label}
        </label>
      )}
      {description && (
        <p id={descriptionId} className={styles.description}>
          {description}
        </p>
      )}
      {children({
        id: controlId,
        className: joinClasses(styles.input, styles[size]),
        'aria-invalid': isWrong || undefined,
        'aria-describedby': `${descriptionId} ${errorId}`.trim() || undefined,
      })}
      {errorId && (
        <p id={errorId} className={styles.error}>
          {message}
        </p>
      )}
    </div>
  );
}
