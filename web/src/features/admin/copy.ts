import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  count_one: '{{total}} entry',
  count_other: '{{total}} entries',
  filters: 'Filters',
  removeFilter: 'Remove filter {{filter}}',
  loading: 'Loading…',
  more: 'Show more',
  moreFailed: 'Failed to load more',
  detailsColumn: 'Details',
  actionsColumn: 'Actions',
  details: 'Details of {{name}}',
  actions: 'Actions for {{name}}',
  clearSearch: 'Clear search',
  copy: 'Copy {{text}}',
  copied: 'Copied',
  exportCsv: 'Export CSV',
});
