import { words } from './words.ts';

export const t = words({
  title: 'Notifications',
  bell: 'Notifications, none unread',
  bellUnread: 'Notifications, {{count}} unread',
  announced_one: '{{count}} unread notification',
  announced_other: '{{count}} unread notifications',
  tooMany: '{{max}}+',
  unread: 'Unread',
  readAll: 'Mark all read',
  readAllFailed: 'The notifications are still unread',
  readFailed: 'The notification is still unread',
  empty: 'No notifications yet',
  emptyHint: 'Comments, reviews and expiries are told here.',
  loading: 'Loading notifications',
  failed: 'Failed to load data',
  retry: 'Retry',
  moreFailed: 'Older notifications could not be loaded.',
});
