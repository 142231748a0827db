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

export const preferences = defineCopy({
  mail: 'Email Preferences',
  mailHint: 'How often you are emailed about comments.',
  mailFailed: 'Failed to load email preferences',
  mailSaved: 'Email preferences saved',
  mailSaveFailed: 'Failed to save email preferences',
  noMail: 'This server sends no email. Notifications appear in the app only.',
  mailLoading: 'Loading email preferences',
  immediately: 'Immediately',
  hourly: 'Hourly digest',
  daily: 'Daily digest',
  never: 'Never',
  immediatelyHint: 'An email for each notification. Comments on a snapshot are grouped for a few minutes.',
  hourlyHint: 'At most one email per hour',
  dailyHint: 'At most one email per day',
  neverHint: 'No email. Notifications appear in the app only.',
});
