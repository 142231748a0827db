import { type UIEvent, useId } from 'react';
import { readAllNotifications, readNotification, useNotifications } from './api.ts';
import { toastFailure } from '../../kit/toast.ts';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { useNow } from '../../lib/useNow.ts';
import { t } from './copy.ts';
import { SkeletonLines } from '../../kit/Skeleton.tsx';
import styles from './Inbox.module.css';
import { NotificationItem } from './NotificationItem.tsx';

/** Distance from the end, in pixels, at which older ones are fetched. */
const NEAR_END = 240;

async function read(act: Promise<void>, failure: string): Promise<void> {
  try {
    await act;
  } catch (error) {
    toastFailure(failure, error);
  }
}

function Skeleton() {
  return <SkeletonLines label={t('loading')} widths={[68, 54, 61]} />;
}

interface InboxProps {
  unread: number;
  onClose: () => void;
}

export function Inbox({ unread, onClose }: InboxProps) {
  const id = useId();
  const now = useNow();
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } =
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
        {/* Stays when everything is read: removing it would lose the focus. */}
        <Button
          size="mini"
          variant="quiet"
          aria-disabled={unread === 0}
          onClick={() => {
            if (unread > 0) void read(readAllNotifications(), t('readAllFailed'));
          }}
        >
          {t('readAll')}
        </Button>
      </div>
      {!notifications && !error && <Skeleton />}
      {!notifications && error && (
        <ErrorState layout="block" message={t('failed')} error={error} onRetry={() => void refetch()} />
      )}
      {notifications?.length === 0 && <EmptyState title={t('empty')} hint={t('emptyHint')} />}
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
            <li>
              <ErrorState
                className={styles.more}
                message={t('moreFailed')}
                error={error}
                onRetry={() => void fetchNextPage()}
              />
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
