import type { ComponentProps } from 'react';
import { joinClasses } from './joinClasses.ts';
import styles from './Button.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
  size?: 'tiny' | 'small' | 'medium' | 'large';
}

export function IconButton({ label, size = 'medium', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={joinClasses(styles.button, styles.quiet, styles.icon, styles[`${size}Icon`], className)}
      aria-label={label}
      {...rest}
    />
  );
}
