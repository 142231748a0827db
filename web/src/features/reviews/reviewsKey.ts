import { queryClient } from '../../lib/queryClient.ts';

export const reviewsKey = (snapshotId: string) => ['reviews', snapshotId] as const;

export const invalidateReviews = (snapshotId: string) =>
  queryClient.invalidateQueries({ queryKey: reviewsKey(snapshotId) });
