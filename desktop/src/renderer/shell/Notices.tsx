import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { sentence } from '../../../../web/src/data/sentence.ts';
import { queries } from '../../../../web/src/data/queries.ts';
import { LiveLost } from '../../../../web/src/shell/LiveLost.tsx';
import type { Live } from '../../../../web/src/shell/useLive.ts';
import { useLocation, useNavigate } from '../../../../web/src/ui/router.ts';
import { toastProblem } from '../../../../web/src/ui/toast.ts';
import { t as common } from '../../../../web/src/words/common.ts';
import { useAccounts, useActiveAccount } from '../data/accounts.ts';
import { useMachine } from '../data/machine.ts';
import { ask } from '../desk.ts';
import { hostOf } from '../server.ts';
import { t } from '../words/shell.ts';
import styles from './Notices.module.css';

interface NoticeProps {
  tone: 'danger' | 'notice';
  message: string;
  hint?: string;
  /** What can be done about it. */
  children?: ReactNode;
}

function Notice({ tone, message, hint, children }: NoticeProps) {
  return (
    <div role="alert" className={styles.notice} data-tone={tone}>
      <p>
        <strong>{message}</strong>
        {hint && ` ${hint}`}
      </p>
      {children}
    </div>
  );
}

const tryTo = (act: Promise<unknown>, failed: string): void =>
  void act.catch((error: unknown) => toastProblem(failed, sentence(error, '')));

/** Everything is asked again as soon as the server answers again. */
function useComingBack(isOnline: boolean, live: Live): void {
  const [wasOnline, setWasOnline] = useState(isOnline);
  const isBack = isOnline && !wasOnline;
  if (isOnline !== wasOnline) setWasOnline(isOnline);
  useEffect(() => {
    if (!isBack) return;
    void queries.invalidateQueries();
    if (live.state === 'failed') live.retry();
  }, [isBack, live]);
}

function EngineFailed({ message }: { message: string }) {
  return (
    <Notice tone="danger" message={message} hint={t('engineHint')}>
      <Button size="xs" variant="default" onClick={() => tryTo(ask('engine.restart'), t('restartFailed'))}>
        {t('restartEngine')}
      </Button>
    </Notice>
  );
}

function Incompatible({ message }: { message: string }) {
  const navigate = useNavigate();
  const hasUpdate = (useMachine('about.get').data?.update ?? null) !== null;
  return (
    <Notice tone="danger" message={message} hint={t('incompatibleHint')}>
      {hasUpdate ? (
        <Button
          size="xs"
          variant="default"
          onClick={() => tryTo(ask('about.restartToUpdate'), t('restartFailed'))}
        >
          {t('restartToUpdate')}
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={() => void navigate('/preferences')}>
          {t('lookForUpdate')}
        </Button>
      )}
    </Notice>
  );
}

function SignedOut({ server }: { server: string }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const signIn = () => void navigate('/sign-in', { state: { from: pathname + search } });
  return (
    <Notice tone="notice" message={t('endedTitle', { server: hostOf(server) })} hint={t('endedHint')}>
      <Button size="xs" variant="default" onClick={signIn}>
        {t('signInAgain')}
      </Button>
    </Notice>
  );
}

function Warning({ message }: { message: string }) {
  const [isSeen, setIsSeen] = useState(false);
  if (isSeen) return null;
  return (
    <Notice tone="notice" message={message}>
      <Button size="xs" variant="subtle" onClick={() => setIsSeen(true)}>
        {t('dismiss')}
      </Button>
    </Notice>
  );
}

/** What stands in the way of the companion's work, the first of it, and what to do about it. */
export function Notices({ live }: { live: Live }) {
  const problem = useMachine('engine.problem').data ?? null;
  const connection = useMachine('connection.get').data ?? { kind: 'online' };
  const warning = useAccounts().data?.warning ?? null;
  const account = useActiveAccount();
  useComingBack(connection.kind === 'online', live);

  if (problem !== null) return <EngineFailed message={problem} />;
  if (account && !account.isSignedIn) return <SignedOut server={account.server} />;
  if (connection.kind === 'incompatible') return <Incompatible message={connection.message} />;
  if (connection.kind === 'offline') {
    return (
      <Notice
        tone="notice"
        message={t('offline')}
        hint={t('offlineHint', { server: hostOf(account?.server ?? '') })}
      >
        <Button size="xs" variant="default" onClick={() => void queries.invalidateQueries()}>
          {common('retry')}
        </Button>
      </Notice>
    );
  }
  return (
    <>
      {warning !== null && <Warning key={warning} message={warning} />}
      <LiveLost live={live} />
    </>
  );
}
