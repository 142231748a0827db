import { ago, moment } from '@stagelink/shared/domain/format';
import { Monitor, Smartphone, Terminal } from 'lucide-react';
import { useRef, useState } from 'react';
import { type ListedSession, revokeOtherSessions, revokeSession, useSessions } from './api.ts';
import { toast, toastFailure } from '../../../kit/toast.ts';
import { useNow } from '../../../lib/useNow.ts';
import { t } from './copy.ts';
import { List } from '../../../kit/List.tsx';
import { Badge } from '../../../kit/Badge.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Stack } from '../../../kit/layout/Stack.tsx';
import styles from './Sessions.module.css';

const ICONS = { computer: Monitor, phone: Smartphone, program: Terminal };

async function end({ id }: ListedSession, onEnded: () => void): Promise<void> {
  try {
    await revokeSession(id);
    onEnded();
    toast(t('sessionEnded'));
  } catch (error) {
    toastFailure(t('endFailed'), error);
  }
}

async function endOthers(onEnded: () => void): Promise<void> {
  try {
    const count = await revokeOtherSessions();
    onEnded();
    toast(t('othersEnded', { count }));
  } catch (error) {
    toastFailure(t('othersFailed'), error);
  }
}

interface SessionRowProps {
  session: ListedSession;
  now: Date;
  onEnded: () => void;
}

function SessionRow({ session, now, onEnded }: SessionRowProps) {
  const [isEnding, setIsEnding] = useState(false);
  const { name, kind } = session.device;
  const Icon = ICONS[kind];
  const [lastUsed, created] = [new Date(session.lastUsedAt), new Date(session.createdAt)];

  return (
    <li>
      <Icon size={16} aria-hidden className={styles.icon} />
      <Stack isGrowing>
        <p>
          {name}
          {session.current && <Badge className={styles.current}>{t('thisBrowser')}</Badge>}
        </p>
        <p className={styles.facts}>
          <span title={moment(lastUsed)}>{t('lastUsed', { when: ago(lastUsed, now) })}</span>
          <span title={moment(created)}>{t('since', { when: ago(created, now) })}</span>
          <span>{session.address}</span>
        </p>
      </Stack>
      {!session.current && (
        <Button
          variant="quiet"
          size="small"
          className={styles.bare}
          aria-label={t('endSession', { device: name })}
          isLoading={isEnding}
          onClick={() => {
            setIsEnding(true);
            void end(session, onEnded).finally(() => setIsEnding(false));
          }}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}

export function Sessions() {
  const { data: sessions, error, refetch } = useSessions();
  const now = useNow();
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button is removed with its session.
  const onEnded = () => title.current?.focus();
  const hasOthers = sessions?.some(({ current }) => !current) ?? false;

  return (
    <>
      <div className={styles.head}>
        <h3 ref={title} tabIndex={-1}>
          {t('sessions')}
        </h3>
        {hasOthers && (
          <Button
            variant="quiet"
            size="small"
            className={styles.bare}
            onClick={() => void endOthers(onEnded)}
          >
            {t('endOthers')}
          </Button>
        )}
      </div>
      <List
        label={t('sessions')}
        items={sessions}
        loading={t('sessionsLoading')}
        failed={error && { message: t('sessionsFailed'), error, onRetry: () => void refetch() }}
      >
        {(session) => <SessionRow key={session.id} session={session} now={now} onEnded={onEnded} />}
      </List>
    </>
  );
}
