import type { Notification } from '@stagelink/shared/contracts/notifications';
import { ago, moment } from '@stagelink/shared/domain/format';
import { t } from './copy.ts';
import { actionPath } from './actionPath.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import styles from './Inbox.module.css';

interface NotificationItemProps {
  notification: Notification;
  now: Date;
  onRead: () => void;
  onOpened: () => void;
}

export function NotificationItem({ notification, now, onRead, onOpened }: NotificationItemProps) {
  const { title, message, createdAt, readAt, actionUrl } = notification;
  const path = actionPath(actionUrl);
  const isUnread = readAt === null;
  const happenedAt = new Date(createdAt);

  const words = (
    <>
      <span className={styles.itemTitle}>
        {isUnread && <VisuallyHidden>{t('unread')}</VisuallyHidden>}
        {title}
      </span>
      <time className={styles.when} dateTime={createdAt} title={moment(happenedAt)}>
        {ago(happenedAt, now, { dateAfterDays: Number.POSITIVE_INFINITY })}
      </time>
      {message !== '' && <span className={styles.message}>{message}</span>}
    </>
  );

  function press(): void {
    if (isUnread) onRead();
    if (path !== null) onOpened();
  }

  return (
    <li data-unread={isUnread}>
      {path === null ? (
        <button type="button" className={styles.item} onClick={press}>
          {words}
        </button>
      ) : (
        <a className={styles.item} href={path} target="_blank" rel="noopener" onClick={press}>
          {words}
        </a>
      )}
    </li>
  );
}
