import { day, moment } from '@stagelink/shared/domain/format';
import { type ReactNode, useState } from 'react';
import { Link } from '../../../lib/router.ts';
import styles from './cells.module.css';

/** A day, with its time on hover. */
export function When({ at }: { at: string }) {
  const [now] = useState(() => new Date());
  const date = new Date(at);
  return (
    <time dateTime={at} title={moment(date)}>
      {day(date, now)}
    </time>
  );
}

interface NameProps {
  children: ReactNode;
  /** A second line. */
  below?: ReactNode;
}

/** What a row is about. */
export const Name = ({ children, below }: NameProps) => (
  <div className={styles.two}>
    <span className={styles.name}>{children}</span>
    {below !== undefined && below !== null && <Muted>{below}</Muted>}
  </div>
);

export const Muted = ({ children }: { children: ReactNode }) => (
  <span className={styles.second}>{children}</span>
);

/** A user, as a link to the page of the account. */
export const UserName = ({
  user: { uid, name, email },
}: {
  user: { uid: string; name: string; email: string };
}) => (
  <Name below={email}>
    <Link to={`/admin/users/${uid}`}>{name}</Link>
  </Name>
);
