import type { Input } from '@stagelink/shared/contracts/endpoint';
import { EXPIRY_FILTERS, type listSnapshots, REVIEW_FILTERS } from '@stagelink/shared/contracts/snapshots';
import {
  type Field,
  someDay,
  someText,
  someWordOf,
  sortedListState,
  text,
  wordOf,
} from '../../lib/listState.ts';

/** The address has commas between them. */
const tags: Field<readonly string[]> = {
  read: ([joined = '']) => joined.split(',').filter(Boolean),
  write: (chosen) => (chosen.length === 0 ? [] : [chosen.join(',')]),
};

/** Search, filter and order of the list, as the address has them. */
export const snapshotList = sortedListState(
  {
    search: text,
    status: wordOf(EXPIRY_FILTERS, 'active'),
    /** A project's id or `NO_PROJECT`. */
    project: someText,
    tags,
    review: someWordOf(REVIEW_FILTERS),
    createdFrom: someDay,
    createdTo: someDay,
    expiresFrom: someDay,
    expiresTo: someDay,
  },
  { created: 'desc', modified: 'desc', expires: 'desc', views: 'desc', comments: 'desc', name: 'asc' },
  'created',
);

export type SnapshotFilters = ReturnType<typeof snapshotList.read>;

/** Removes all filters but project and order. */
export const UNFILTERED = {
  search: '',
  status: 'active',
  tags: [],
  review: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  expiresFrom: undefined,
  expiresTo: undefined,
} as const satisfies Partial<SnapshotFilters>;

/** Whether filters may hide snapshots. */
export const hasFilters = (question: SnapshotFilters): boolean =>
  question.status === 'expired' ||
  question.search !== '' ||
  question.tags.length > 0 ||
  [question.review, question.createdFrom, question.createdTo, question.expiresFrom, question.expiresTo].some(
    (value) => value !== undefined,
  );

/** Days are those of the user's time zone. */
const startOf = (day: string | undefined) => day && new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string | undefined) => day && new Date(`${day}T23:59:59.999`).toISOString();

export const asFilter = (question: SnapshotFilters): Input<typeof listSnapshots> => ({
  search: question.search,
  status: question.status,
  projectId: question.project,
  tags: question.tags.join(',') || undefined,
  review: question.review,
  createdFrom: startOf(question.createdFrom),
  createdTo: endOf(question.createdTo),
  expiresFrom: startOf(question.expiresFrom),
  expiresTo: endOf(question.expiresTo),
});

export const toQuery = (question: SnapshotFilters): Input<typeof listSnapshots> => ({
  ...asFilter(question),
  sort: question.sort,
  order: question.order,
});
