import type { ComponentProps } from 'react';
import styles from './layout.module.css';
import { type Gap, type Placement, placementOf } from './placement.ts';

interface StackProps extends Placement, Omit<ComponentProps<'div'>, 'className' | 'ref'> {
  as?: 'div' | 'p' | 'span' | 'ul' | 'ol' | 'li' | 'dl' | 'section' | 'header' | 'nav' | 'output';
  gap?: Gap;
  /** As wide as their content; as wide as there is room when absent. */
  align?: 'start' | 'center';
}

/** Things below each other. */
export function Stack({ as = 'div', gap, align, above, below, isGrowing, ...rest }: StackProps) {
  const Element = as as 'div';
  return (
    <Element
      {...rest}
      {...placementOf({ above, below, isGrowing })}
      className={styles.stack}
      data-gap={gap}
      data-align={align}
    />
  );
}
