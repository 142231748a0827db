import type { Notification } from '@stagelink/shared/contracts/notifications';
import type { NotificationRow } from './repo.ts';

export function presentNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    message: row.message,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
    actionUrl: row.actionUrl,
    isAlert: row.isAlert,
  };
}
