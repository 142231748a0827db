import type { Input } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/reviews';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { queries } from './queries.ts';
import { reviewsAreStale, reviewsKey } from './reviewsKey.ts';
import { listsAreStale } from './snapshotLists.ts';

export type Request = Input<typeof api.requestReview>;

/** The reviews of a snapshot, newest first, for its owner and its reviewers. */
export const useReviews = (snapshotId: string) =>
  useQuery({
    queryKey: reviewsKey(snapshotId),
    queryFn: async () => (await call(api.listReviews, { id: snapshotId })).reviews,
  });

/** Whatever the answer: a refusal tells that the list was behind. */
async function thenReadAgain<A>(snapshotId: string, act: Promise<A>): Promise<A> {
  try {
    return await act;
  } finally {
    await reviewsAreStale(snapshotId);
    void listsAreStale();
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

/** Says that a reviewer has begun to look. Nothing is lost when it does not arrive: their next act says it again. */
export async function startReview(snapshotId: string, id: string): Promise<void> {
  const { review } = await call(api.startReview, { id });
  queries.setQueryData<api.Review[]>(reviewsKey(snapshotId), (reviews) =>
    reviews?.map((each) => (each.id === id ? review : each)),
  );
}

/** Becomes, in this browser, the reviewer a personal link was mailed to. */
export const enterReview = (token: string) => call(api.enterReview, { token });
