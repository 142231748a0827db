import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../ui/router.ts';
import styles from './Sidebar.module.css';

interface PlaceProps {
  to: string;
  icon: LucideIcon;
  label: string;
  isCurrent: boolean;
  /** What there is to know about it before going there. */
  aside?: ReactNode;
}

/** Somewhere one can go. */
export function Place({ to, icon: Icon, label, isCurrent, aside }: PlaceProps) {
  return (
    <Link to={to} className={styles.place} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={16} aria-hidden />
      {label}
      {aside && <span className={styles.aside}>{aside}</span>}
    </Link>
  );
}
