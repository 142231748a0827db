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
}

export function SidebarItem({ to, icon: Icon, label, isCurrent, aside }: SidebarItemProps) {
  return (
    <Link to={to} className={styles.place} aria-current={isCurrent ? 'page' : undefined}>
      <Icon size={16} aria-hidden />
      {label}
      {aside && <span className={styles.aside}>{aside}</span>}
    </Link>
  );
}
