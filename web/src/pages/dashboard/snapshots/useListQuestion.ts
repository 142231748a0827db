import { EXPIRY_FILTERS, REVIEW_FILTERS, SORTS } from '@stagelink/shared/contracts/snapshots';
import type { ListQuestion } from '../../../data/listQuestion.ts';
import { useSearchParams } from '../../../ui/router.ts';

type Sort = ListQuestion['sort'];

const oneOf = <const T extends string>(words: readonly T[], text: string | null): T | undefined =>
  words.find((word) => word === text);
const asDay = (text: string | null) =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
/** Names read from A; of dates and counts the largest comes first. */
const firstOrder = (sort: Sort) => (sort === 'name' ? 'asc' : 'desc');

/** An address may have been typed: what makes no sense in it asks nothing. */
export function readQuestion(query: URLSearchParams): ListQuestion {
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

/** Writes a question over what the address says; what is as usual is left out. */
export function writeQuestion(question: ListQuestion, query: URLSearchParams): void {
  const { sort, order, status, tags, ...texts } = question;
  const put = (name: string, value: string | null) => (value ? query.set(name, value) : query.delete(name));
  for (const [name, value] of Object.entries(texts)) put(name, value);
  put('tags', tags.join(','));
  put('status', status === 'active' ? null : status);
  put('sort', sort === 'created' ? null : sort);
  put('order', order === firstOrder(sort) ? null : order);
}

/** What a list is when nothing narrows it; project and order are where one is, not what one looks for. */
export const UNFILTERED = {
  search: '',
  status: 'active',
  tags: [],
  review: null,
  createdFrom: null,
  createdTo: null,
  expiresFrom: null,
  expiresTo: null,
} as const satisfies Partial<ListQuestion>;

/** Whether it hides some that could be shown by asking for less. */
export const isNarrowed = (question: ListQuestion): boolean =>
  question.status === 'expired' ||
  question.search !== '' ||
  question.tags.length > 0 ||
  [question.review, question.createdFrom, question.createdTo, question.expiresFrom, question.expiresTo].some(
    (value) => value !== null,
  );

/** The address itself: the router's copy may still be on its way, and a quick second change would undo the first. */
const current = () => new URLSearchParams(window.location.search);

/** What the list is asked, kept in the address: a reload, a bookmark or Back shows the same list. */
export function useListQuestion() {
  const [query, setQuery] = useSearchParams();
  const question = readQuestion(query);

  function ask(change: Partial<ListQuestion>): void {
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
