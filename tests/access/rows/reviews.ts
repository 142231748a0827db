import * as reviews from '@stagelink/shared/contracts/reviews';
import { LINK_REQUIRED, OWNER_AMONG_READERS, OWNER_ONLY, REVIEWER_ONLY, created } from '../expectations.ts';
import type { Rows } from '../row.ts';

export const reviewsRows: Rows = {
  requestReview: {
    call: (api, { otherId }) =>
      api(reviews.requestReview, {
        id: otherId,
        reviewers: [{ userName: 'Bea', userEmail: 'bea@example.com' }],
      }),
    expect: created(OWNER_ONLY),
    writes: ['channels', 'jobs', 'reviewers', 'reviews', 'snapshots'],
  },
  listReviews: {
    call: (api, { staged }) => api(reviews.listReviews, { id: staged.snapshot.id }),
    expect: { ...OWNER_AMONG_READERS, reviewer: 200 },
    writes: [],
  },
  cancelReview: {
    call: (api, { reviewId }) => api(reviews.cancelReview, { id: reviewId }),
    expect: OWNER_ONLY,
    writes: ['channels', 'jobs', 'reviewers', 'reviews', 'snapshots'],
  },
  closeReview: {
    call: (api, { reviewId }) => api(reviews.closeReview, { id: reviewId }),
    expect: OWNER_ONLY,
    writes: ['channels', 'jobs', 'reviewers', 'snapshots'],
  },
  removeReviewer: {
    call: (api, { reviewId, reviewerUserId }) =>
      api(reviews.removeReviewer, { id: reviewId, userId: reviewerUserId }),
    expect: OWNER_ONLY,
    writes: ['channels', 'jobs', 'reviewers', 'snapshots'],
  },
  // No caller here is one of its reviewers.
  startReview: {
    call: (api, { reviewId }) => api(reviews.startReview, { id: reviewId }),
    expect: REVIEWER_ONLY,
    writes: ['channels', 'reviewers'],
  },
  submitReview: {
    call: (api, { reviewId }) =>
      api(reviews.submitReview, { id: reviewId, status: 'approved', feedback: 'Fine' }),
    expect: REVIEWER_ONLY,
    writes: ['channels', 'jobs', 'notifications', 'reviewers', 'snapshots'],
  },
  // Anyone with the emailed link may use it; no caller here has one.
  enterReview: {
    call: (api) => api(reviews.enterReview, { token: 'made-up' }),
    expect: LINK_REQUIRED,
    writes: [],
  },
};
