import * as z from 'zod/mini';
import { Email } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { FEEDBACK_MAX, NAME_MAX, NOTES_MAX, REVIEWERS_MAX } from './limits.ts';
import { SnapshotId, VersionNumber } from './snapshots.ts';

export const ReviewerStatus = z.enum(['pending', 'reviewing', 'approved', 'changes_requested']);
export const ReviewStatus = z.enum(['pending', 'in_progress', 'completed', 'overdue']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

export const Reviewer = z.object({
  /** Derived from the email address: the same person has the same id in every review. */
  userId: z.string(),
  userName: z.string(),
  /** Visible to the snapshot's owner; null for everyone else. */
  userEmail: z.nullable(z.string()),
  status: ReviewerStatus,
  feedback: z.string(),
  reviewedAt: z.nullable(z.iso.datetime()),
  /** Version the reviewer saw; null before the decision. */
  version: z.nullable(z.int()),
  /** Whether the link shows a newer version than the decision is about. */
  isStale: z.boolean(),
  isYou: z.boolean(),
  /** Whether access was withdrawn; an earlier decision is kept. */
  isRemoved: z.boolean(),
  /** Whether the address rejects email. Visible to the owner only. */
  isUndeliverable: z.optional(z.boolean()),
  /** Personal link for the owner to pass on where no email arrives; otherwise null. */
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
  /** What the caller may do with it now. */
  can: z.object({
    submit: z.boolean(),
    cancel: z.boolean(),
    /** End it and keep the decisions given so far. */
    close: z.boolean(),
    removeReviewers: z.boolean(),
  }),
});
export type Review = z.infer<typeof Review>;

export const requestReview = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/reviews',
  summary: 'Request a review of one of your active snapshots. Each reviewer is emailed a personal link.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  rateLimit: 'review',
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
              z.regex(/^[^\p{Cc}]*$/u, 'A name cannot contain control characters'),
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
  summary: 'List the reviews of a snapshot, newest first, for its owner and its reviewers.',
  auth: 'public',
  tokenScope: 'comments:read',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ reviews: z.array(Review) }),
});

export const cancelReview = endpoint({
  method: 'DELETE',
  path: '/api/reviews/:id',
  summary: 'Cancel a review of your snapshot that is not completed. Its reviewers are notified.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ ok: z.literal(true) }),
});

export const closeReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/close',
  summary:
    'End a review of your snapshot and keep the responses given so far. The links of the other reviewers stop working.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ review: Review }),
});

export const removeReviewer = endpoint({
  method: 'DELETE',
  path: '/api/reviews/:id/reviewers/:userId',
  summary: 'Remove a reviewer’s access to your snapshot. An earlier response is kept.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({ id: z.uuid(), userId: z.string().check(z.minLength(1), z.maxLength(NAME_MAX)) }),
  reply: z.object({ review: Review }),
});

export const submitReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/submit',
  summary: 'Approve or request changes, once, as a reviewer.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'comment',
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
    /** Version the reviewer saw; the newest when absent. */
    version: z.optional(VersionNumber),
  }),
  reply: z.object({ review: Review }),
});

/** Called by the page behind a reviewer's personal link; sets a cookie that identifies the reviewer. */
export const enterReview = endpoint({
  method: 'POST',
  path: '/api/reviews/enter',
  summary: 'Open a snapshot as the reviewer of an emailed link, without account or password.',
  auth: 'public',
  tokenScope: 'none',
  rateLimit: 'reviewLink',
  input: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ snapshotId: SnapshotId, reviewerName: z.string() }),
});

export const startReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/start',
  summary: 'Report that you started reviewing, as a reviewer.',
  auth: 'public',
  tokenScope: 'comments:write',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ review: Review }),
});
