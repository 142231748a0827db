import type { Input } from '@stagelink/shared/contracts/endpoint';
import type * as api from '@stagelink/shared/contracts/snapshots';

/** What the list is asked for: search, filter and order. Days are as a calendar writes them, `2026-11-21`. */
export interface ListQuestion {
  search: string;
  status: (typeof api.EXPIRY_FILTERS)[number];
  /** A project's id, or `NO_PROJECT`; null for all of them. */
  project: string | null;
  tags: readonly string[];
  review: (typeof api.REVIEW_FILTERS)[number] | null;
  createdFrom: string | null;
  createdTo: string | null;
  expiresFrom: string | null;
  expiresTo: string | null;
  sort: (typeof api.SORTS)[number];
  order: 'asc' | 'desc';
}

/** A day begins and ends where the person is. */
const startOf = (day: string) => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string) => new Date(`${day}T23:59:59.999`).toISOString();

/** What the question narrows the list to, in the words of the call. */
export const asFilter = (question: ListQuestion): Input<typeof api.listSnapshots> => {
  const { search, status, project, tags, review } = question;
  const { createdFrom, createdTo, expiresFrom, expiresTo } = question;
  return {
    search,
    status,
    ...(project !== null && { projectId: project }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...(review !== null && { review }),
    ...(createdFrom !== null && { createdFrom: startOf(createdFrom) }),
    ...(createdTo !== null && { createdTo: endOf(createdTo) }),
    ...(expiresFrom !== null && { expiresFrom: startOf(expiresFrom) }),
    ...(expiresTo !== null && { expiresTo: endOf(expiresTo) }),
  };
};

/** The question in the words of the call. */
export const asInput = (question: ListQuestion): Input<typeof api.listSnapshots> => ({
  ...asFilter(question),
  sort: question.sort,
  order: question.order,
});
