import type { KeyboardEvent } from 'react';
import { Link } from '../../lib/router.ts';
import { t } from './copy.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import styles from './Projects.module.css';

interface ProjectLinkProps {
  id: string;
  name: string;
  /** Null for snapshots without a project. */
  color: string | null;
  count: number;
  isCurrent: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
}

export function ProjectLink({ id, name, color, count, isCurrent, onKeyDown }: ProjectLinkProps) {
  return (
    <Link
      to={`/dashboard?project=${id}`}
      className={styles.link}
      aria-current={isCurrent ? 'page' : undefined}
      draggable={false}
      onKeyDown={onKeyDown}
    >
      <span
        className={styles.dot}
        data-none={color === null}
        style={color === null ? undefined : { background: color }}
      />
      <span className={styles.name} title={name} dir="auto">
        {name}
      </span>
      <span className={styles.count}>
        <span aria-hidden>{count.toLocaleString('en')}</span>
        <VisuallyHidden>{t('count', { count })}</VisuallyHidden>
      </span>
    </Link>
  );
}
