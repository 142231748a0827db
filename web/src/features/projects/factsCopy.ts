import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  active_one: '{{count}} active snapshot',
  active_other: '{{count}} active snapshots',
  expired_one: '{{count}} expired',
  expired_other: '{{count}} expired',
  people_one: '{{count}} person',
  people_other: '{{count}} people',
  lastActivity: 'Last activity {{ago}}',
  copyLinks: 'Copy links',
  linksCopied: 'Links copied',
  copyFailed: 'Failed to copy the links',
  archive: 'Archive',
  unarchive: 'Unarchive',
});
