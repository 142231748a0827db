import type { ComponentProps } from 'react';
import styles from './layout.module.css';
import { type Placement, placementOf } from './placement.ts';

interface TextProps extends Placement, Omit<ComponentProps<'p'>, 'className' | 'ref'> {
  as?: 'p' | 'span' | 'div' | 'output' | 'strong' | 'h1' | 'h2' | 'h3' | 'legend' | 'figcaption';
  tone?: 'muted' | 'good' | 'notice' | 'danger' | 'accent';
  /** 12, 13, 16 and 20 pixels; 14 when absent. */
  size?: 'tiny' | 'small' | 'large' | 'title';
  isStrong?: boolean;
  isBold?: boolean;
  /** Its figures are equally wide. */
  isTabular?: boolean;
  /** Breaks within words where there is no room. */
  isBreaking?: boolean;
  /** An id, a command or the name of a file. */
  isCode?: boolean;
  /** Stays in one line, which ends in an ellipsis where there is no room. */
  isTruncated?: boolean;
}

/** Words that look different from the text around them. */
export function Text(props: TextProps) {
  const {
    as = 'p',
    tone,
    size,
    isStrong,
    isBold,
    isTabular,
    isBreaking,
    isCode,
    isTruncated,
    above,
    below,
    isGrowing,
    ...rest
  } = props;
  const Element = as as 'p';
  return (
    <Element
      {...rest}
      {...placementOf({ above, below, isGrowing })}
      className={styles.text}
      data-tone={tone}
      data-size={size}
      data-strong={isStrong}
      data-bold={isBold}
      data-tabular={isTabular}
      data-breaking={isBreaking}
      data-code={isCode}
      data-truncated={isTruncated}
    />
  );
}
