import type { ComponentProps } from 'react';
import { Field, type FieldStyle } from './Field.tsx';
import { joinClasses } from './joinClasses.ts';
import styles from './Field.module.css';

interface TextAreaProps
  extends FieldStyle, Omit<ComponentProps<'textarea'>, 'className' | 'onChange' | 'value'> {
  value: string;
  onChange: (value: string) => void;
}

export function TextArea({
  label,
  description,
  error,
  size,
  className,
  id,
  onChange,
  ...rest
}: TextAreaProps) {
  return (
    <Field id={id} label={label} description={description} error={error} size={size} className={className}>
      {(control) => (
        <textarea
          {...control}
          {...rest}
          className={joinClasses(control.className, styles.multiline)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
