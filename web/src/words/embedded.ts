import { words } from './words.ts';

export const t = words({
  reviewsAreForReviewers: 'Reviews are visible to the owner and the invited reviewers.',
  aiUnavailable: 'AI service is temporarily unavailable. Please try again later.',
});
