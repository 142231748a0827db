import { type ReactNode, useEffect, useState } from 'react';
import { errorMessage } from '@stagelink/web/lib/errorMessage.ts';
import { queryClient } from '@stagelink/web/lib/queryClient.ts';
import { LiveLost } from '@stagelink/web/app/shell/LiveLost.tsx';
import type { Live } from '@stagelink/web/lib/liveChannel.ts';
import { useLocation, useNavigate } from '@stagelink/web/lib/router.ts';
import { toastProblem } from '@stagelink/web/kit/toast.ts';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { t as common } from '@stagelink/web/lib/commonCopy.ts';
import { useAccounts, useActiveAccount } from '../features/preferences/accountsApi.ts';
import { setIpcData, useIpcQuery } from '../lib/ipcQueries.ts';
import { invoke } from '../lib/stagelink.ts';
import { hostOf } from '../lib/server.ts';
import { t } from './copy.ts';
import styles from './Notices.module.css';

interface NoticeProps {
  tone: 'danger' | 'notice';
  message: string;
  hint?: string;
  /** Actions. */
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
  void act.catch((error: unknown) => toastProblem(failed, errorMessage(error, '')));

/** Refetches everything when the server responds again. */
function useComingBack(isOnline: boolean, live: Live): void {
  const [wasOnline, setWasOnline] = useState(isOnline);
  const isBack = isOnline && !wasOnline;
  if (isOnline !== wasOnline) setWasOnline(isOnline);
  useEffect(() => {
    if (!isBack) return;
    void queryClient.invalidateQueries();
    if (live.state === 'failed') live.retry();
  }, [isBack, live]);
}

function EngineFailed({ message }: { message: string }) {
  return (
    <Notice tone="danger" message={message} hint={t('engineHint')}>
      <Button
        size="small"
        variant="plain"
        onClick={() => tryTo(invoke('engine.restart'), t('restartFailed'))}
      >
        {t('restartEngine')}
      </Button>
    </Notice>
  );
}

function Incompatible({ message }: { message: string }) {
  const navigate = useNavigate();
  const hasUpdate = (useIpcQuery('about.get').data?.update ?? null) !== null;
  return (
    <Notice tone="danger" message={message} hint={t('incompatibleHint')}>
      {hasUpdate ? (
        <Button
          size="small"
          variant="plain"
          onClick={() => tryTo(invoke('about.restartToUpdate'), t('restartFailed'))}
        >
          {t('restartToUpdate')}
        </Button>
      ) : (
        <Button size="small" variant="plain" onClick={() => void navigate('/preferences')}>
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
      <Button size="small" variant="plain" onClick={signIn}>
        {t('signInAgain')}
      </Button>
    </Notice>
  );
}

function Warning({ message, onDismiss }: { message: string; onDismiss?: () => void }) {
  const [isSeen, setIsSeen] = useState(false);
  if (isSeen) return null;

  function dismiss(): void {
    setIsSeen(true);
    onDismiss?.();
  }

  return (
    <Notice tone="notice" message={message}>
      <Button size="small" variant="quiet" onClick={dismiss}>
        {t('dismiss')}
      </Button>
    </Notice>
  );
}

function dismissStoreNotice(): void {
  setIpcData('storeNotice.get', null);
  tryTo(invoke('storeNotice.dismiss'), t('dismissFailed'));
}

/** Shows only the first condition that prevents staging. */
export function Notices({ live }: { live: Live }) {
  const problem = useIpcQuery('engine.problem').data ?? null;
  const connection = useIpcQuery('connection.get').data ?? { kind: 'online' };
  const warning = useAccounts().data?.warning ?? null;
  const storeNotice = useIpcQuery('storeNotice.get').data ?? null;
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
        <Button size="small" variant="plain" onClick={() => void queryClient.invalidateQueries()}>
          {common('retry')}
        </Button>
      </Notice>
    );
  }
  return (
    <>
      {storeNotice !== null && (
        <Warning key={storeNotice} message={storeNotice} onDismiss={dismissStoreNotice} />
      )}
      {warning !== null && <Warning key={warning} message={warning} />}
      <LiveLost live={live} />
    </>
  );
}
