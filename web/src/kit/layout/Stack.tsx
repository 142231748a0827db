import type { ComponentProps } from 'react';
import type { Gap } from './Gap.ts';
import styles from './layout.module.css';

interface StackProps extends Omit<ComponentProps<'div'>, 'className' | 'ref'> {
  as?: 'div' | 'p' | 'span' | 'ul' | 'ol' | 'li' | 'dl' | 'section' | 'header' | 'nav';
  gap?: Gap;
  /** As wide as their content; as wide as there is room when absent. */
  align?: 'start' | 'center';
}

/** Things below each other. */
export function Stack({ as = 'div', gap, align, ...rest }: StackProps) {
  const Element = as as 'div';
  return <Element {...rest} className={styles.stack} data-gap={gap} data-align={align} />;
}
