import type { Input } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/reviews';
import { call } from './api.ts';
import { listsAreStale } from './snapshotLists.ts';

export type Request = Input<typeof api.requestReview>;

/** Whatever the answer: a refusal tells that the list was behind. */
export async function requestReview(request: Request): Promise<void> {
  try {
    await call(api.requestReview, request);
  } finally {
    void listsAreStale();
  }
}
