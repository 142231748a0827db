import { defineCopy } from '../../../lib/copy.ts';

export const t = defineCopy({
  failed: 'Failed to load the charts',
  loading: 'Loading charts',
  view: 'View of {{title}}',
  chart: 'Chart',
  table: 'Table',
  utc: 'Days and months in UTC. Each bar and number opens what it counts.',

  registrations: 'Registrations',
  registrations_found_one: '{{total}} registration this month',
  registrations_found_other: '{{total}} registrations this month',
  compared: '{{change}} on {{month}}',
  month: 'Month',

  activeUsers: 'Active users',
  activeUsers_found_one: '{{total}} user active today, {{average}} a day over 30 days',
  activeUsers_found_other: '{{total}} users active today, {{average}} a day over 30 days',
  day: 'Day',

  snapshotUsage: 'Snapshot usage',
  snapshotUsage_found: '{{share}} of users have at most 5 snapshots',
  snapshots: 'Snapshots',
  users: 'Users',

  conversion: 'Conversion',
  conversionHint: 'Pro of all Pro and trial users',
  churn: 'Churn',
  churnHint: 'Cancelled of all Pro and cancelled users',
  rates: 'Rates',
  nothing: '–',
});
