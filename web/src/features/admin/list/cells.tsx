import { day, moment } from '@stagelink/shared/domain/format';
import { type ReactNode, useState } from 'react';
import { Link } from '../../../lib/router.ts';
import { Stack } from '../../../kit/layout/Stack.tsx';
import { Text } from '../../../kit/layout/Text.tsx';
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
  <Stack>
    <span className={styles.name}>{children}</span>
    {below !== undefined && below !== null && <Muted>{below}</Muted>}
  </Stack>
);

export const Muted = ({ children }: { children: ReactNode }) => (
  <Text as="span" tone="muted" isBreaking>
    {children}
  </Text>
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
