import * as z from 'zod/mini';
import { Comment } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { ISSUE_TEXT_MAX, ISSUE_TITLE_MAX, ISSUE_URL_MAX, NAME_MAX, TRACKER_TOKEN_MAX } from './limits.ts';
import { SnapshotId } from './snapshots.ts';

const ADDRESS = 'Paste the whole address, beginning with https://';
const Address = z.url({ protocol: /^https?$/, error: ADDRESS }).check(z.maxLength(ISSUE_URL_MAX));

/** A tracker in which the server makes issues with a person’s token. */
export const ConnectedTracker = z.enum(['github', 'linear']);
export type ConnectedTracker = z.infer<typeof ConnectedTracker>;

/** Where issues are made in Linear. */
export const IssueTeam = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(NAME_MAX)),
  name: z.string().check(z.minLength(1), z.maxLength(NAME_MAX)),
});
export type IssueTeam = z.infer<typeof IssueTeam>;

/** A token of a tracker, which the server does not return. */
export const TrackerConnection = z.object({
  tracker: ConnectedTracker,
  team: z.nullable(IssueTeam),
  /** Why the tracker refuses it, for a person. */
  problem: z.nullable(z.string()),
});
export type TrackerConnection = z.infer<typeof TrackerConnection>;

/** Where a person’s issues are made; null where nothing is set. */
export const IssueTrackers = z.object({
  /** Such as `acme/shop`. */
  githubRepository: z.nullable(z.string()),
  /** Address of the form that creates an issue in Jira. */
  jiraUrl: z.nullable(z.string()),
  connections: z._default(z.array(TrackerConnection), []),
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
          z.regex(/^[\w-]+\/(?!\.{1,2}$)[\w.-]+$/, 'Enter owner and name, such as acme/shop'),
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

export const connectIssueTracker = endpoint({
  method: 'PUT',
  path: '/api/issue-trackers/:tracker/token',
  summary: 'Let the server make issues with a token of GitHub or a key of Linear, which is kept encrypted.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'issue',
  input: z.strictObject({
    tracker: ConnectedTracker,
    token: z
      .string()
      .check(
        z.trim(),
        z.maxLength(TRACKER_TOKEN_MAX),
        z.regex(/^[!-~]+$/, 'Paste the token as it was shown to you'),
      ),
  }),
  reply: z.object({ trackers: IssueTrackers }),
});

export const disconnectIssueTracker = endpoint({
  method: 'DELETE',
  path: '/api/issue-trackers/:tracker/token',
  summary: 'Forget the token of a tracker. Issues that were made stay linked.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({ tracker: ConnectedTracker }),
  reply: z.object({ trackers: IssueTrackers }),
});

export const listIssueTeams = endpoint({
  method: 'GET',
  path: '/api/issue-trackers/linear/teams',
  summary: 'List the teams of your key of Linear.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'issue',
  input: z.strictObject({}),
  reply: z.object({ teams: z.array(IssueTeam) }),
});

export const setIssueTeam = endpoint({
  method: 'PUT',
  path: '/api/issue-trackers/linear/team',
  summary: 'Choose the team in which issues are made in Linear.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({ team: IssueTeam }),
  reply: z.object({ trackers: IssueTrackers }),
});

export const createIssue = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/comments/:commentId/issue',
  summary: 'Make an issue of a thread on one of your snapshots, with your token of the tracker.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'issue',
  input: z.strictObject({
    id: SnapshotId,
    commentId: z.uuid(),
    tracker: ConnectedTracker,
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(ISSUE_TITLE_MAX)),
    body: z.string().check(z.maxLength(ISSUE_TEXT_MAX)),
  }),
  reply: z.object({ comment: Comment }),
});
