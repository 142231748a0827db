import { ActionIcon, Switch } from '@mantine/core';
import type { Subscription } from '@stagelink/shared/contracts/subscriptions';
import { X } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { setActive, unsubscribe } from '../../../data/followed.ts';
import { toast, toastFailure } from '../../../ui/toast.ts';
import { useFocusHeir } from '../../../ui/useFocusHeir.ts';
import { t } from '../../../words/settings.ts';
import styles from './FollowedRow.module.css';

async function change(act: Promise<void>, failure: string, success?: string): Promise<void> {
  try {
    await act;
    if (success) toast(success);
  } catch (error) {
    toastFailure(failure, error);
  }
}

interface FollowedRowProps {
  subscription: Subscription;
  /** Has the focus once the row is gone. */
  heir: RefObject<HTMLElement | null>;
}

export function FollowedRow({ subscription, heir }: FollowedRowProps) {
  const { id, snapshotId, snapshotName: name, commentId, commentPreview, isActive } = subscription;
  const row = useRef<HTMLLIElement>(null);
  useFocusHeir(row, heir);
  return (
    <li ref={row}>
      <a className={styles.about} href={`/s/${snapshotId}`} target="_blank" rel="noopener noreferrer">
        <span className={styles.name}>{name}</span>
        <span className={styles.preview}>
          {commentId === null && commentPreview === '' ? t('wholeSnapshot') : commentPreview}
        </span>
      </a>
      <Switch
        size="xs"
        withThumbIndicator={false}
        classNames={{ root: styles.switch, track: styles.track, thumb: styles.thumb }}
        aria-label={t('mailsFor', { name })}
        label={isActive ? t('active') : t('paused')}
        labelPosition="left"
        checked={isActive}
        onChange={(event) => void change(setActive(id, event.currentTarget.checked), t('updateFailed'))}
      />
      <ActionIcon
        size={28}
        className={styles.unsubscribe}
        aria-label={t('unsubscribeFrom', { name })}
        title={t('unsubscribe')}
        onClick={() => void change(unsubscribe(id), t('unsubscribeFailed'), t('unsubscribed', { name }))}
      >
        <X size={15} />
      </ActionIcon>
    </li>
  );
}
