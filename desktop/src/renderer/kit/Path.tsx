import styles from './Path.module.css';

/** Truncates in the middle: the end of a path distinguishes folders. */
export function Path({ path }: { path: string }) {
  const cut = Math.max(path.lastIndexOf('/', path.length - 2), path.lastIndexOf('\\', path.length - 2));
  const end = cut > 0 ? path.slice(cut) : '';
  return (
    <span className={styles.path} title={path}>
      <span className={styles.start}>{path.slice(0, path.length - end.length)}</span>
      <span className={styles.end}>{end}</span>
    </span>
  );
}
