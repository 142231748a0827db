import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  region: 'Snapshots',
  search: 'Search snapshots',
  clearSearch: 'Clear search',
  gridView: 'Grid view',
  showExpired: 'Show expired',
  clearFilters: 'Clear filters',
  count_one: '{{matching}} of {{total}} snapshot',
  count_other: '{{matching}} of {{total}} snapshots',
  failed: 'Failed to load data',
  moreFailed: 'Failed to load more snapshots.',
  empty: 'No snapshots found',
  emptySearching: 'Try adjusting your search',
  emptyAtAll: 'Get started by creating a new snapshot',
  onlyExpired_one: '{{count}} snapshot has expired and is hidden',
  onlyExpired_other: '{{count}} snapshots have expired and are hidden',
  loading: 'Loading snapshots',
});
