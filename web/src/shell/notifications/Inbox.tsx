import { Button } from '@mantine/core';
import { type UIEvent, useId } from 'react';
import { readAllNotifications, readNotification, useNotifications } from '../../data/notifications.ts';
import { toastFailure } from '../../ui/toast.ts';
import { useNow } from '../../ui/useNow.ts';
import { t } from '../../words/notifications.ts';
import styles from './Inbox.module.css';
import { NotificationItem } from './NotificationItem.tsx';

/** Pixels from the end at which older ones are asked for. */
const NEAR_END = 240;

async function read(act: Promise<void>, failure: string): Promise<void> {
  try {
    await act;
  } catch (error) {
    toastFailure(failure, error);
  }
}

function Skeleton() {
  return (
    <div className={styles.skeleton}>
      <output className={styles.unseen}>{t('loading')}</output>
      {[68, 54, 61].map((width) => (
        <span key={width} style={{ width: `${width}%` }} aria-hidden />
      ))}
    </div>
  );
}

interface InboxProps {
  unread: number;
  onClose: () => void;
}

/** Everything that happened, with what is unread marked. */
export function Inbox({ unread, onClose }: InboxProps) {
  const id = useId();
  const now = useNow();
  const { data, isError, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } =
    useNotifications();
  const notifications = data?.pages.flatMap((page) => page.notifications);

  function onScroll({ currentTarget }: UIEvent<HTMLElement>): void {
    const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (left < NEAR_END && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }

  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title} tabIndex={-1} data-autofocus>
          {t('title')}
        </h2>
        {/* Stays when there is nothing left to read: a button that goes would take the focus with it. */}
        <Button
          size="compact-sm"
          variant="subtle"
          data-disabled={unread === 0 || undefined}
          aria-disabled={unread === 0}
          onClick={() => {
            if (unread > 0) void read(readAllNotifications(), t('readAllFailed'));
          }}
        >
          {t('readAll')}
        </Button>
      </div>
      {!notifications && !isError && <Skeleton />}
      {!notifications && isError && (
        <div role="alert" className={styles.failed}>
          <p>{t('failed')}</p>
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {notifications?.length === 0 && (
        <div className={styles.empty}>
          <p>{t('empty')}</p>
          <p className={styles.hint}>{t('emptyHint')}</p>
        </div>
      )}
      {notifications && notifications.length > 0 && (
        <ul className={styles.list} onScroll={onScroll}>
          {notifications.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              now={now}
              onRead={() => void read(readNotification(notification.id), t('readFailed'))}
              onOpened={onClose}
            />
          ))}
          {isFetchNextPageError && (
            <li className={styles.more}>
              <p>{t('moreFailed')}</p>
              <Button variant="default" size="xs" onClick={() => void fetchNextPage()}>
                {t('retry')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
