import type { ComponentProps } from 'react';
import styles from './layout.module.css';
import { type Gap, type Placement, placementOf } from './placement.ts';

interface LineProps extends Placement, Omit<ComponentProps<'div'>, 'className' | 'ref'> {
  as?:
    | 'div'
    | 'span'
    | 'p'
    | 'ul'
    | 'ol'
    | 'li'
    | 'section'
    | 'header'
    | 'footer'
    | 'nav'
    | 'fieldset'
    | 'output';
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
  const { as = 'div', gap, align, justify, isWrapping, isSpread, above, below, isGrowing, ...rest } = props;
  const Element = as as 'div';
  return (
    <Element
      {...rest}
      {...placementOf({ above, below, isGrowing })}
      className={styles.line}
      data-gap={gap}
      data-align={align}
      data-justify={isSpread ? 'between' : justify}
      data-wrapping={isWrapping}
    />
  );
}
