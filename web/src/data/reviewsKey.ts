import { queries } from './queries.ts';

export const reviewsKey = (snapshotId: string) => ['reviews', snapshotId] as const;

export const reviewsAreStale = (snapshotId: string) =>
  queries.invalidateQueries({ queryKey: reviewsKey(snapshotId) });
