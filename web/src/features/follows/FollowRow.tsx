import type { Subscription } from '@stagelink/shared/contracts/follows';
import { X } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { setActive, unsubscribe } from './api.ts';
import { toast, toastFailure } from '../../kit/toast.ts';
import { useFocusFallback } from '../../kit/useFocusFallback.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { t } from './copy.ts';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './FollowRow.module.css';

async function change(act: Promise<void>, failure: string, success?: string): Promise<void> {
  try {
    await act;
    if (success) toast(success);
  } catch (error) {
    toastFailure(failure, error);
  }
}

interface FollowRowProps {
  subscription: Subscription;
  /** Receives the focus once the row is removed. */
  heir: RefObject<HTMLElement | null>;
}

export function FollowRow({ subscription, heir }: FollowRowProps) {
  const { id, snapshotId, snapshotName: name, commentId, commentPreview, isActive } = subscription;
  const row = useRef<HTMLLIElement>(null);
  useFocusFallback(row, heir);
  return (
    <li ref={row}>
      <a className={styles.about} href={`/s/${snapshotId}`} target="_blank" rel="noopener noreferrer">
        <span className={styles.name}>{name}</span>
        <Text as="span" tone="muted" size="small" isTruncated>
          {commentId === null && commentPreview === '' ? t('wholeSnapshot') : commentPreview}
        </Text>
      </a>
      <Switch
        size="small"
        label={t('mailsFor', { name })}
        text={{ before: isActive ? t('active') : t('paused') }}
        isOn={isActive}
        onChange={(isOn) => void change(setActive(id, isOn), t('updateFailed'))}
      />
      <IconButton
        className={styles.unsubscribe}
        label={t('unsubscribeFrom', { name })}
        title={t('unsubscribe')}
        onClick={() => void change(unsubscribe(id), t('unsubscribeFailed'), t('unsubscribed', { name }))}
      >
        <X size={15} />
      </IconButton>
    </li>
  );
}
