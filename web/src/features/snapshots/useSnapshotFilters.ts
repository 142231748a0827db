import { EXPIRY_FILTERS, REVIEW_FILTERS, SORTS } from '@stagelink/shared/contracts/snapshots';
import type { SnapshotFilters } from './snapshotFilters.ts';
import { useSearchParams } from '../../lib/router.ts';

type Sort = SnapshotFilters['sort'];

const oneOf = <const T extends string>(words: readonly T[], text: string | null): T | undefined =>
  words.find((word) => word === text);
const asDay = (text: string | null) =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
/** Default order: names ascending; dates and counts descending. */
const firstOrder = (sort: Sort) => (sort === 'name' ? 'asc' : 'desc');

/** Parses the URL, which users may edit: invalid values are ignored. */
export function readQuestion(query: URLSearchParams): SnapshotFilters {
  const sort = oneOf(SORTS, query.get('sort')) ?? 'created';
  return {
    search: query.get('search') ?? '',
    status: oneOf(EXPIRY_FILTERS, query.get('status')) ?? 'active',
    project: query.get('project'),
    tags: query.get('tags')?.split(',').filter(Boolean) ?? [],
    review: oneOf(REVIEW_FILTERS, query.get('review')) ?? null,
    createdFrom: asDay(query.get('createdFrom')),
    createdTo: asDay(query.get('createdTo')),
    expiresFrom: asDay(query.get('expiresFrom')),
    expiresTo: asDay(query.get('expiresTo')),
    sort,
    order: oneOf(['asc', 'desc'], query.get('order')) ?? firstOrder(sort),
  };
}

/** Writes the filters to the query; omits defaults. */
export function writeQuestion(question: SnapshotFilters, query: URLSearchParams): void {
  const { sort, order, status, tags, ...texts } = question;
  const put = (name: string, value: string | null) => (value ? query.set(name, value) : query.delete(name));
  for (const [name, value] of Object.entries(texts)) put(name, value);
  put('tags', tags.join(','));
  put('status', status === 'active' ? null : status);
  put('sort', sort === 'created' ? null : sort);
  put('order', order === firstOrder(sort) ? null : order);
}

/** Removes all filters but project and order. */
export const UNFILTERED = {
  search: '',
  status: 'active',
  tags: [],
  review: null,
  createdFrom: null,
  createdTo: null,
  expiresFrom: null,
  expiresTo: null,
} as const satisfies Partial<SnapshotFilters>;

/** Whether filters may hide snapshots. */
export const hasFilters = (question: SnapshotFilters): boolean =>
  question.status === 'expired' ||
  question.search !== '' ||
  question.tags.length > 0 ||
  [question.review, question.createdFrom, question.createdTo, question.expiresFrom, question.expiresTo].some(
    (value) => value !== null,
  );

/** Reads the location itself: the router's copy may lag, and a quick second change would undo the first. */
const current = () => new URLSearchParams(window.location.search);

/** Filters of the list, stored in the URL: reload, bookmark and Back restore the list. */
export function useSnapshotFilters() {
  const [query, setQuery] = useSearchParams();
  const question = readQuestion(query);

  function ask(change: Partial<SnapshotFilters>): void {
    const next = current();
    writeQuestion({ ...readQuestion(next), ...change }, next);
    setQuery(next, { replace: true });
  }

  const sortBy = (sort: Sort) => {
    const now = readQuestion(current());
    const reversed = now.order === 'asc' ? 'desc' : 'asc';
    ask({ sort, order: sort === now.sort ? reversed : firstOrder(sort) });
  };

  return { question, ask, sortBy };
}
