import type { ActivityEvent } from '@stagelink/shared/contracts/admin';

/** As specified, where an event has no amount. */
const DEFAULT_CENTS = 600;

type Data = ActivityEvent['eventData'];

const textAt = (data: Data, name: string): string | null => {
  const value = data[name];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null;
};

function amountOf(data: Data): string {
  const cents = Number(textAt(data, 'amount') ?? DEFAULT_CENTS);
  return `$${((Number.isFinite(cents) ? cents : DEFAULT_CENTS) / 100).toFixed(2)}`;
}

/** Adds what the event says about itself. */
const withDetail = (sentence: string, data: Data): string => {
  const detail = textAt(data, 'description') ?? textAt(data, 'action');
  return detail === null ? sentence : `${sentence}: ${detail.replaceAll('_', ' ')}`;
};

const SENTENCES: Record<ActivityEvent['eventType'], (data: Data) => string> = {
  user_registered: () => 'registered',
  user_login: () => 'logged in',
  user_logout: () => 'logged out',
  snapshot_created: () => 'staged a snapshot',
  snapshot_viewed: ({ views }) =>
    typeof views === 'number' && views > 1 ? `viewed a snapshot ${views} times` : 'viewed a snapshot',
  snapshot_downloaded: (data) =>
    textAt(data, 'version') === null ? 'downloaded the comments of a snapshot' : 'downloaded a snapshot',
  snapshot_extended: () => 'extended a snapshot',
  page_view: () => 'viewed a page',
  admin_page_visit: () => 'opened the back office',
  dashboard_visit: () => 'opened the dashboard',
  subscription_started: (data) =>
    textAt(data, 'plan') === null ? 'subscribed to Pro' : `subscribed to Pro (${textAt(data, 'plan')})`,
  subscription_cancelled: () => 'cancelled the subscription',
  payment_succeeded: (data) => `paid ${amountOf(data)}`,
  payment_failed: (data) => `could not pay ${amountOf(data)}`,
  trial_started: () => 'started a free trial',
  trial_ended: (data) =>
    textAt(data, 'converted') === 'true'
      ? 'finished the free trial and stayed on Pro'
      : 'finished the free trial',
  comment_posted: () => 'posted a comment',
  comment_replied: () => 'replied to a comment',
  comment_resolved: () => 'resolved a comment',
  extension_downloaded: () => 'downloaded the editor extension',
  admin_action: (data) => withDetail('acted as superadmin', data),
  system_event: (data) => withDetail('system event', data),
};

/** Returns what happened, to follow a name. */
export const describeEvent = ({ eventType, eventData }: ActivityEvent): string =>
  SENTENCES[eventType](eventData);

/** Returns the snapshot an event is about, if any. */
export const snapshotOf = ({ eventData }: ActivityEvent): string | null => textAt(eventData, 'snapshotId');
