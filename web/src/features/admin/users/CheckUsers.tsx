import type { CorruptedUser } from '@stagelink/shared/contracts/admin';
import { useState } from 'react';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { DialogActions } from '../../../kit/DialogActions.tsx';
import { ErrorState } from '../../../kit/ErrorState.tsx';
import { Skeleton } from '../../../kit/Skeleton.tsx';
import { toast } from '../../../kit/toast.ts';
import { t as common } from '../../../lib/commonCopy.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { repairUsers, useCorruptedUsers } from '../api.ts';
import { SUCCESS_MS } from '../success.ts';
import { check as t } from './copy.ts';
import { Text } from '../../../kit/layout/Text.tsx';
import styles from './Users.module.css';

function Problems({ users }: { users: readonly CorruptedUser[] }) {
  if (users.length === 0) return <p>{t('found')}</p>;
  return (
    <ul className={styles.problems}>
      {users.map(({ uid, email, problem, repair }) => (
        <li key={`${uid} ${problem}`}>
          <Text as="span" isStrong>
            {email}
          </Text>
          <Text as="span" tone="muted">
            {t(problem)}. {t(repair)}.
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** Shows what is wrong with accounts, and repairs it on request. */
export function CheckUsers({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useCorruptedUsers();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const canRepair = data?.problems.some(({ repair }) => repair !== 'none' && repair !== 'wait') ?? false;

  async function repair(): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    try {
      toast(await repairUsers(), { shownFor: SUCCESS_MS });
      onClose();
    } catch (cause) {
      setFailure(errorMessage(cause, t('repairFailed')));
      setIsBusy(false);
    }
  }

  return (
    <Dialog title={t('title')} closeOnEscape={!isBusy} closeOnOutsideClick={!isBusy} onClose={onClose}>
      <p>{t('text')}</p>
      {!data && error && (
        <ErrorState message={errorMessage(error, t('failed'))} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton heightPx={96} label={t('checking')} />}
      {data && <Problems users={data.problems} />}
      {failure && (
        <Text role="alert" above="medium" tone="danger">
          {failure}
        </Text>
      )}
      <DialogActions>
        <Button variant="plain" disabled={isBusy} onClick={onClose}>
          {common(canRepair ? 'cancel' : 'close')}
        </Button>
        {canRepair && (
          <Button isLoading={isBusy} onClick={() => void repair()}>
            {t('repair')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
