import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  title: 'Notifications',
  bell: 'Notifications, none unread',
  bellUnread: 'Notifications, {{count}} unread',
  announced_one: '{{count}} unread notification',
  announced_other: '{{count}} unread notifications',
  tooMany: '{{max}}+',
  unread: 'Unread',
  readAll: 'Mark all read',
  readAllFailed: 'Failed to mark notifications as read',
  readFailed: 'Failed to mark the notification as read',
  empty: 'No notifications yet',
  emptyHint: 'Comments, reviews and expiring snapshots appear here.',
  loading: 'Loading notifications',
  failed: 'Failed to load data',
  moreFailed: 'Failed to load older notifications.',
});
