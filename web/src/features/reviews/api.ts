import type { Input } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/reviews';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { invalidateReviews, reviewsKey } from './reviewsKey.ts';
import { invalidateSnapshotLists } from '../snapshots/listsApi.ts';

export type Request = Input<typeof api.requestReview>;

/** Newest first, for the owner and the reviewers. */
export const useReviews = (snapshotId: string) =>
  useQuery({
    queryKey: reviewsKey(snapshotId),
    queryFn: async () => (await call(api.listReviews, { id: snapshotId })).reviews,
  });

/** Refetches after failures too: a rejection means the list was outdated. */
async function thenReadAgain<A>(snapshotId: string, act: Promise<A>): Promise<A> {
  try {
    return await act;
  } finally {
    await invalidateReviews(snapshotId);
    void invalidateSnapshotLists();
  }
}

export async function requestReview(request: Request): Promise<api.Review> {
  return (await thenReadAgain(request.id, call(api.requestReview, request))).review;
}

export async function cancelReview(snapshotId: string, id: string): Promise<void> {
  await thenReadAgain(snapshotId, call(api.cancelReview, { id }));
}

export async function closeReview(snapshotId: string, id: string): Promise<void> {
  await thenReadAgain(snapshotId, call(api.closeReview, { id }));
}

export async function removeReviewer(snapshotId: string, id: string, userId: string): Promise<void> {
  await thenReadAgain(snapshotId, call(api.removeReviewer, { id, userId }));
}

export async function submitReview(
  snapshotId: string,
  answer: Input<typeof api.submitReview>,
): Promise<void> {
  await thenReadAgain(snapshotId, call(api.submitReview, answer));
}

/** Reports that a reviewer has started. A failure is harmless: the next action reports it too. */
export async function startReview(snapshotId: string, id: string): Promise<void> {
  const { review } = await call(api.startReview, { id });
  queryClient.setQueryData<api.Review[]>(reviewsKey(snapshotId), (reviews) =>
    reviews?.map((each) => (each.id === id ? review : each)),
  );
}

/** Signs this browser in as the reviewer of a personal link. */
export const enterReview = (token: string) => call(api.enterReview, { token });
