import styles from './Sign.module.css';

type Sign = 'lock' | 'comments' | 'more' | 'pending' | 'completed' | 'overdue';

/** Puts a sign before what an element says, without an element of its own. */
export const sign = (name: Sign): string => `${styles.before} ${styles[name]}`;
