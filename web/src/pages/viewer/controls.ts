import styles from './controls.module.css';

// The viewer is opened on phones by people who have nothing of ours yet: its few controls are plain HTML in our
// clothes, so that it needs no library of components.

type Look = 'main' | 'plain' | 'quiet';
type Size = 'small' | 'medium' | 'large';

/** The class of a button, or of a link that looks like one. A large one is as wide as it can be. */
export const button = (look: Look, size: Size = 'medium') =>
  `${styles['button']} ${styles[look]} ${styles[size]}`;

/** The class of a button that is only an icon. */
export const iconButton = `${styles['button']} ${styles['quiet']} ${styles['icon']}`;
