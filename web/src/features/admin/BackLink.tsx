import { ArrowLeft } from 'lucide-react';
import { Link } from '../../lib/router.ts';
import styles from './BackLink.module.css';

/** Leads to the list that this page is part of. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={styles.back}>
    <ArrowLeft size={14} aria-hidden />
    {children}
  </Link>
);
