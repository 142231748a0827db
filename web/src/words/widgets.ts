import { words } from './words.ts';

export const t = words({
  lists: 'What needs a look',
  region: 'Overview',
  loading: 'Loading the overview',
  failed: 'Failed to load data',
  retry: 'Retry',

  stats: 'Quick stats',
  activeSnapshots_one: 'Active snapshot',
  activeSnapshots_other: 'Active snapshots',
  totalViews_one: 'Total view',
  totalViews_other: 'Total views',
  comments_one: 'Comment',
  comments_other: 'Comments',
  reviews_one: 'Review',
  reviews_other: 'Reviews',

  reviewStatus: 'Review status',
  pending: '{{count}} pending',
  overdue: '{{count}} overdue',
  overdueOne: 'Overdue',
  answered: '{{done}} of {{total}}',
  noReviews: 'No review is waiting for an answer',

  expiringSoon: 'Expiring soon',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
  hours_one: '{{count}} hour',
  hours_other: '{{count}} hours',
  minutes_one: '{{count}} minute',
  minutes_other: '{{count}} minutes',
  extend: 'Extend',
  extendNamed: 'Extend {{name}} by {{days}} days',
  extended: 'Snapshot extended successfully',
  extendFailed: 'Failed to extend snapshot',
  nothingExpires: 'Nothing expires in the next {{days}} days',

  mostViewed: 'Most viewed',
  views_one: '{{views}} view',
  views_other: '{{views}} views',
  nothingViewed: 'Nobody has looked yet',

  recentActivity: 'Recent activity',
  visitor: 'A visitor',
  noActivity: 'Whoever looks at a snapshot is listed here',
});
