import type { AdminUserFacts } from '@stagelink/shared/contracts/admin';
import { ago, moment } from '@stagelink/shared/domain/format';
import { useRef } from 'react';
import { Badge } from '../../../kit/Badge.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Section } from '../../../kit/Section.tsx';
import { useNow } from '../../../lib/useNow.ts';
import { revokeUserSession } from '../api.ts';
import { runAndReport } from '../success.ts';
import { t } from './copy.ts';
import { Text } from '../../../kit/layout/Text.tsx';
import styles from './UserPage.module.css';

type UserSession = AdminUserFacts['sessions'][number];

interface UserSessionsProps {
  uid: string;
  sessions: readonly UserSession[];
}

/** Where the account is signed in. */
export function UserSessions({ uid, sessions }: UserSessionsProps) {
  const now = useNow();
  const title = useRef<HTMLHeadingElement>(null);

  async function revoke({ id }: UserSession): Promise<void> {
    const isDone = await runAndReport(() => revokeUserSession(uid, id), t('revoked'), t('revokeFailed'));
    if (isDone) title.current?.focus();
  }

  return (
    <Section title={t('sessions')} titleRef={title}>
      {sessions.length === 0 && <p className={styles.plain}>{t('noSessions')}</p>}
      <ul className={styles.rows} aria-label={t('sessions')}>
        {sessions.map((session) => {
          const { id, userAgent, address, current } = session;
          const [used, begun] = [new Date(session.lastUsedAt), new Date(session.createdAt)];
          return (
            <li key={id}>
              <div>
                {userAgent || t('nothing')} {current && <Badge>{t('thisSession')}</Badge>}
                <Text tone="muted" size="tiny">
                  <span title={moment(used)}>{t('lastUsed', { when: ago(used, now) })}</span>
                  {' · '}
                  <span title={moment(begun)}>{t('since', { when: ago(begun, now) })}</span>
                  {' · '}
                  {address}
                </Text>
              </div>
              <Button
                size="small"
                variant="plain"
                aria-label={t('revokeName', { client: userAgent })}
                onClick={() => void revoke(session)}
              >
                {t('revoke')}
              </Button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
