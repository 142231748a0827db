import * as z from 'zod/mini';
import { Comment } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { ISSUE_URL_MAX, NAME_MAX } from './limits.ts';
import { SnapshotId } from './snapshots.ts';

const ADDRESS = 'Paste the whole address, beginning with https://';
const Address = z.url({ protocol: /^https?$/, error: ADDRESS }).check(z.maxLength(ISSUE_URL_MAX));

/** Where a person’s issues are made; null where nothing is set. */
export const IssueTrackers = z.object({
  /** Such as `acme/shop`. */
  githubRepository: z.nullable(z.string()),
  /** Address of the form that creates an issue in Jira. */
  jiraUrl: z.nullable(z.string()),
});
export type IssueTrackers = z.infer<typeof IssueTrackers>;

export const getIssueTrackers = endpoint({
  method: 'GET',
  path: '/api/issue-trackers',
  summary: 'Get where you make issues of threads.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: z.object({ trackers: IssueTrackers }),
});

export const setIssueTrackers = endpoint({
  method: 'PUT',
  path: '/api/issue-trackers',
  summary: 'Set where you make issues of threads.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({
    githubRepository: z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(NAME_MAX),
          z.regex(/^[\w.-]+\/[\w.-]+$/, 'Enter owner and name, such as acme/shop'),
        ),
    ),
    jiraUrl: z.nullable(Address),
  }),
  reply: z.object({ trackers: IssueTrackers }),
});

export const linkIssue = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/comments/:commentId/issue',
  summary: 'Set which issue a thread on one of your snapshots became. Only you see it; null forgets it.',
  auth: 'user',
  tokenScope: 'comments:write',
  rateLimit: 'comment',
  input: z.strictObject({ id: SnapshotId, commentId: z.uuid(), url: z.nullable(Address) }),
  reply: z.object({ comment: Comment }),
});
