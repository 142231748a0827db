import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../lib/router.ts';
import styles from './Sidebar.module.css';

interface SidebarItemProps {
  to: string;
  icon: LucideIcon;
  label: string;
  isCurrent: boolean;
  aside?: ReactNode;
  /** The server answers this address itself. */
  isOutside?: boolean;
}

export function SidebarItem({
  to,
  icon: Icon,
  label,
  isCurrent,
  aside,
  isOutside = false,
}: SidebarItemProps) {
  return (
    <Link
      to={to}
      reloadDocument={isOutside}
      className={styles.place}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon size={16} aria-hidden />
      {label}
      {aside && <span className={styles.aside}>{aside}</span>}
    </Link>
  );
}
