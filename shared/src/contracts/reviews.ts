import * as z from 'zod/mini';
import { Email } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { FEEDBACK_MAX, NAME_MAX, NOTES_MAX, REVIEWERS_MAX } from './limits.ts';
import { SnapshotId, VersionNumber } from './snapshots.ts';

export const ReviewerStatus = z.enum(['pending', 'reviewing', 'approved', 'changes_requested']);
export const ReviewStatus = z.enum(['pending', 'in_progress', 'completed', 'overdue']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

export const Reviewer = z.object({
  /** Derived from the address: the same person has the same id in every review. */
  userId: z.string(),
  userName: z.string(),
  /** For the snapshot's owner; null for everybody else. */
  userEmail: z.nullable(z.string()),
  status: ReviewerStatus,
  feedback: z.string(),
  reviewedAt: z.nullable(z.iso.datetime()),
  /** The version that was looked at; null before the answer. */
  version: z.nullable(z.int()),
  /** Whether the link shows a newer version than the one the answer is about. */
  isStale: z.boolean(),
  isYou: z.boolean(),
  /** Their access has ended; a response given before stays. */
  isRemoved: z.boolean(),
  /** Their address refuses mail. Told to the owner only. */
  isUndeliverable: z.optional(z.boolean()),
  /** Their personal link, for the owner to pass on where no mail reaches them; else null. */
  link: z.nullable(z.url()),
});
export type Reviewer = z.infer<typeof Reviewer>;

export const Review = z.object({
  id: z.uuid(),
  status: ReviewStatus,
  requestedAt: z.iso.datetime(),
  deadline: z.nullable(z.iso.datetime()),
  notes: z.string(),
  reviewers: z.array(Reviewer),
  /** What this viewer may do with it now. */
  can: z.object({
    submit: z.boolean(),
    cancel: z.boolean(),
    /** End it with the responses given so far. */
    close: z.boolean(),
    removeReviewers: z.boolean(),
  }),
});
export type Review = z.infer<typeof Review>;

export const requestReview = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/reviews',
  summary: 'Ask people to review a snapshot of yours that has not expired; each is mailed its link.',
  who: 'signed-in',
  token: 'snapshots:write',
  limit: 'review',
  status: 201,
  input: z.strictObject({
    id: SnapshotId,
    reviewers: z
      .array(
        z.strictObject({
          userId: z.optional(z.string().check(z.maxLength(NAME_MAX))),
          userName: z
            .string()
            .check(
              z.trim(),
              z.minLength(1, 'Please enter both name and email'),
              z.maxLength(NAME_MAX),
              z.regex(/^[^\p{Cc}]*$/u, 'A name cannot hold control characters'),
            ),
          userEmail: Email,
        }),
      )
      .check(z.minLength(1, 'Please add at least one reviewer'), z.maxLength(REVIEWERS_MAX)),
    deadline: z.optional(z.nullable(z.iso.datetime())),
    notes: z._default(z.string().check(z.trim(), z.maxLength(NOTES_MAX)), ''),
  }),
  reply: z.object({ review: Review }),
});

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/reviews',
  summary: 'The reviews of a snapshot, newest first, for its owner and whoever is named in one.',
  who: 'anyone',
  token: 'comments:read',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ reviews: z.array(Review) }),
});

export const cancelReview = endpoint({
  method: 'DELETE',
  path: '/api/reviews/:id',
  summary: 'Cancel a review of your snapshot that is not completed. Its reviewers are told.',
  who: 'signed-in',
  token: 'snapshots:write',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ ok: z.literal(true) }),
});

export const closeReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/close',
  summary: 'End a review of your snapshot with the responses given so far. Links of the other reviewers end.',
  who: 'signed-in',
  token: 'snapshots:write',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ review: Review }),
});

export const removeReviewer = endpoint({
  method: 'DELETE',
  path: '/api/reviews/:id/reviewers/:userId',
  summary: 'End the access of a reviewer to your snapshot. A response given before stays.',
  who: 'signed-in',
  token: 'snapshots:write',
  input: z.strictObject({ id: z.uuid(), userId: z.string().check(z.minLength(1), z.maxLength(NAME_MAX)) }),
  reply: z.object({ review: Review }),
});

export const submitReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/submit',
  summary: 'Approve, or ask for changes, once, as somebody named in the review.',
  who: 'anyone',
  token: 'comments:write',
  limit: 'comment',
  input: z.strictObject({
    id: z.uuid(),
    status: z.enum(['approved', 'changes_requested']),
    feedback: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please provide feedback before submitting'),
        z.maxLength(FEEDBACK_MAX),
      ),
    /** The version that was looked at; the newest when left out. */
    version: z.optional(VersionNumber),
  }),
  reply: z.object({ review: Review }),
});

/** What the page behind a reviewer's personal link asks: it sets a cookie that stands for that reviewer. */
export const enterReview = endpoint({
  method: 'POST',
  path: '/api/reviews/enter',
  summary: 'Open a snapshot as the reviewer a mailed link was sent to, without account or password.',
  who: 'anyone',
  token: 'refused',
  limit: 'reviewLink',
  input: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ snapshotId: SnapshotId, reviewerName: z.string() }),
});

export const startReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/start',
  summary: 'Say that you have begun to look, as somebody named in the review.',
  who: 'anyone',
  token: 'comments:write',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ review: Review }),
});
