import * as z from 'zod/mini';
import { Comment } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { SnapshotId } from './snapshots.ts';

/** Person a thread can be assigned to, on one snapshot. It reveals no account. */
const AssigneeId = z.string().check(z.regex(/^[0-9a-f]{32}$/));

const DUE_DATES = 'Choose a day from 2000 to 2999.';
/** A calendar day of this millennium, without a time zone. */
const DueDate = z.iso.date(DUE_DATES).check(z.startsWith('2', DUE_DATES));

export const listAssignees = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/assignees',
  summary:
    'List the people a thread on one of your snapshots can be assigned to: you, its reviewers, and everyone with an account who commented.',
  auth: 'user',
  tokenScope: 'comments:read',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({
    people: z.array(z.object({ id: AssigneeId, name: z.string(), isYou: z.boolean() })),
  }),
});

export const assignThread = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/comments/:commentId/assignment',
  summary:
    'Set who takes care of a thread on one of your snapshots, and until when. A new assignee is notified and follows the thread.',
  auth: 'user',
  tokenScope: 'comments:write',
  rateLimit: 'comment',
  input: z.strictObject({
    id: SnapshotId,
    commentId: z.uuid(),
    /** Null for no one. */
    assignee: z.nullable(AssigneeId),
    dueOn: z.nullable(DueDate),
  }),
  reply: z.object({ comment: Comment }),
});
