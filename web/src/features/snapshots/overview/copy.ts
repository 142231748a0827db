import { defineCopy } from '../../../lib/copy.ts';

export const t = defineCopy({
  lists: 'Overview lists',
  region: 'Overview',
  loading: 'Loading the overview',
  failed: 'Failed to load data',

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
  noReviews: 'No open reviews',

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
  nothingViewed: 'No views yet',

  recentActivity: 'Recent activity',
  visitor: 'A visitor',
  noActivity: 'People who open your snapshots appear here',
});
