import type { ComponentProps } from 'react';
import styles from './layout.module.css';

interface TextProps extends Omit<ComponentProps<'p'>, 'className' | 'ref'> {
  as?: 'p' | 'span' | 'h1' | 'h2' | 'h3';
  tone?: 'muted' | 'good' | 'notice' | 'danger';
  /** 12, 13, 16 and 20 pixels; 14 when absent. */
  size?: 'tiny' | 'small' | 'large' | 'title';
  isStrong?: boolean;
  /** An id, a command or the name of a file. */
  isCode?: boolean;
  /** Stays in one line, which ends in an ellipsis where there is no room. */
  isTruncated?: boolean;
}

/** Words that look different from the text around them. */
export function Text(props: TextProps) {
  const { as: Element = 'p', tone, size, isStrong, isCode, isTruncated, ...rest } = props;
  return (
    <Element
      {...rest}
      className={styles.text}
      data-tone={tone}
      data-size={size}
      data-strong={isStrong}
      data-code={isCode}
      data-truncated={isTruncated}
    />
  );
}
