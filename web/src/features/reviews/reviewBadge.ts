import styles from './Sign.module.css';

type ReviewBadge = 'lock' | 'comments' | 'more' | 'pending' | 'completed' | 'overdue' | 'changes';

/** Returns class names that put a badge before an element, without an element of its own. */
export const reviewBadge = (name: ReviewBadge): string => `${styles.before} ${styles[name]}`;
