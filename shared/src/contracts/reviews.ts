import * as z from 'zod/mini';
import { Email } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { NAME_MAX, NOTES_MAX, REVIEWERS_MAX } from './limits.ts';
import { SnapshotId } from './snapshots.ts';

export const ReviewerStatus = z.enum(['pending', 'reviewing', 'approved', 'changes_requested']);
export const ReviewStatus = z.enum(['pending', 'in_progress', 'completed', 'overdue']);
export type ReviewStatus = z.infer<typeof ReviewStatus>;

export const Reviewer = z.object({
  /** Derived from the address: the same person has the same id in every review. */
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  status: ReviewerStatus,
  feedback: z.string(),
  reviewedAt: z.nullable(z.iso.datetime()),
});

export const Review = z.object({
  id: z.uuid(),
  status: ReviewStatus,
  requestedAt: z.iso.datetime(),
  deadline: z.nullable(z.iso.datetime()),
  notes: z.string(),
  reviewers: z.array(Reviewer),
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
