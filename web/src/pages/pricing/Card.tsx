import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../kit/Badge.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './PricingPage.module.css';

interface CardProps {
  id: string;
  title: string;
  badge?: string;
  /** The amount, with the time it pays for. */
  price?: { amount: string; time: string };
  detail: string;
  lines: readonly string[];
  isMuted?: boolean;
  children: ReactNode;
}

/** A plan: what it costs and has, and below that what to do. */
export function Card({ id, title, badge, price, detail, lines, isMuted = false, children }: CardProps) {
  return (
    <section className={isMuted ? `${styles.card} ${styles.muted}` : styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.plan}>
        {title}
        {badge !== undefined && <Badge>{badge}</Badge>}
      </h2>
      {price && (
        <p className={styles.price}>
          <strong>{price.amount}</strong> {price.time}
        </p>
      )}
      <Text tone="muted">{detail}</Text>
      <div className={styles.actions}>{children}</div>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>
            <Check size={16} aria-hidden />
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
