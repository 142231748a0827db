import type { ComponentProps } from 'react';
import type { Gap } from './Gap.ts';
import styles from './layout.module.css';

interface LineProps extends Omit<ComponentProps<'div'>, 'className' | 'ref'> {
  as?: 'div' | 'span' | 'p' | 'ul' | 'ol' | 'li' | 'section' | 'header' | 'footer' | 'nav';
  gap?: Gap;
  align?: 'start' | 'center' | 'baseline';
  justify?: 'center' | 'end';
  /** Continues on the next line where there is no room. */
  isWrapping?: boolean;
  /** The room is between them. */
  isSpread?: boolean;
}

/** Things beside each other. */
export function Line(props: LineProps) {
  const { as = 'div', gap, align, justify, isWrapping, isSpread, ...rest } = props;
  const Element = as as 'div';
  return (
    <Element
      {...rest}
      className={styles.line}
      data-gap={gap}
      data-align={align}
      data-justify={isSpread ? 'between' : justify}
      data-wrapping={isWrapping}
    />
  );
}
