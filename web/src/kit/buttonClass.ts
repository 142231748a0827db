import styles from './Button.module.css';
import { joinClasses } from './joinClasses.ts';

export interface ButtonStyle {
  /** One `main` button a screen. */
  variant?: 'main' | 'plain' | 'quiet' | undefined;
  size?: 'mini' | 'small' | 'medium' | 'large' | undefined;
  isWide?: boolean | undefined;
  /** Marks destructive actions. */
  isDanger?: boolean | undefined;
}

/** Returns the classes of a button, for a link that looks like one. */
export const buttonClass = ({ variant = 'main', size = 'medium', isWide, isDanger }: ButtonStyle = {}) =>
  joinClasses(styles.button, styles[variant], styles[size], isWide && styles.wide, isDanger && styles.danger);
