import { defineCopy } from '../../../lib/copy.ts';

export const t = defineCopy({
  log: 'Audit log',
  search: 'Search names, targets and reasons',
  failed: 'Failed to load the audit log',
  none: 'Nothing has been done here yet.',
  noMatch: 'No entries match these filters.',
  actor: 'By',
  action: 'Action',
  when: 'When',
  anyAction: 'Any action',
  superadmin_granted: 'Made superadmin',
  superadmin_revoked: 'Removed as superadmin',
  user_created: 'Created user',
  user_deactivated: 'Deactivated user',
  user_activated: 'Activated user',
  user_deleted: 'Deleted user',
  user_repaired: 'Repaired user',
  snapshot_extended: 'Extended snapshot',
  snapshot_removed: 'Took down snapshot',
});
