import type { Input } from '@stagelink/shared/contracts/endpoint';
import type * as api from '@stagelink/shared/contracts/snapshots';

/** Search, filter and order of the list. Days are calendar dates: `2026-11-21`. */
export interface SnapshotFilters {
  search: string;
  status: (typeof api.EXPIRY_FILTERS)[number];
  /** A project's id or `NO_PROJECT`; null for all. */
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

/** In the user's time zone. */
const startOf = (day: string) => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string) => new Date(`${day}T23:59:59.999`).toISOString();

export const asFilter = (question: SnapshotFilters): Input<typeof api.listSnapshots> => {
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

export const toQuery = (question: SnapshotFilters): Input<typeof api.listSnapshots> => ({
  ...asFilter(question),
  sort: question.sort,
  order: question.order,
});
