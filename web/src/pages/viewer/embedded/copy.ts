import { defineCopy } from '../../../lib/copy.ts';

export const t = defineCopy({
  reviewsAreForReviewers: 'Reviews are visible to the owner and the invited reviewers.',
});
