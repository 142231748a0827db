import styles from './Path.module.css';

/** A path whose middle gives way, so that its end, which tells folders apart, is always there. */
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
