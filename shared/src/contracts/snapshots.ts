import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  DESCRIPTION_MAX,
  EXTEND_DAYS,
  KEPT_VERSIONS_MIN,
  LIST_PAGE,
  MOMENT_MAX,
  NAME_MAX,
  NO_PROJECT,
  PASSWORD_MAX,
  TAGS_MAX,
  TAG_MAX,
  VERSIONS_PER_SNAPSHOT,
  VERSION_MAX,
} from './limits.ts';

/** Id in a link, `/s/{id}`: at least 80 random bits. */
export const SnapshotId = z.string().check(z.regex(/^[a-z0-9]{10,40}$/, 'That is not a snapshot id'));

const versionBounds = [z.int(), z.gte(1), z.lte(VERSION_MAX)] as const;
export const VersionNumber = z.number().check(...versionBounds);
/** Version number in a path. */
export const VersionInPath = z.coerce.number().check(...versionBounds);

export const SnapshotName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Please enter a name'), z.maxLength(NAME_MAX));
export const SnapshotPassword = z
  .string()
  .check(z.trim(), z.minLength(1, 'Please enter a password'), z.maxLength(PASSWORD_MAX));
export const Tags = z
  .array(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(TAG_MAX),
        z.regex(/^[^,\p{Cc}]*$/u, 'A tag cannot contain a comma'),
      ),
  )
  .check(z.maxLength(TAGS_MAX));
export const Description = z.string().check(z.trim(), z.maxLength(DESCRIPTION_MAX));

/** Whether people without an account may comment: yes, after the owner's approval, or not at all. */
export const COMMENT_POLICIES = ['open', 'approval', 'members'] as const;
export const CommentPolicy = z.enum(COMMENT_POLICIES);
export type CommentPolicy = z.infer<typeof CommentPolicy>;

/**
 * Which new threads coding agents receive without the owner sending them: none, those of the owner and of people with
 * an account whose address is verified, or those of invited reviewers too.
 */
export const AGENT_FEEDBACK = ['sent', 'members', 'reviewers'] as const;
export const AgentFeedback = z.enum(AGENT_FEEDBACK);
export type AgentFeedback = z.infer<typeof AgentFeedback>;

/** Short text of the owner about a snapshot. */
export const Words = z.string().check(z.trim(), z.maxLength(NAME_MAX));

/** Progress of a requested review. */
export const ReviewSummary = z.object({
  isRequested: z.boolean(),
  /** Null without a review; overdue when its deadline passed before all reviewers responded. */
  status: z.nullable(z.enum(['pending', 'completed', 'overdue'])),
  /** Reviewers who responded. */
  checkedOffCount: z.int(),
  /** Reviewers who responded by asking for changes; the others of them approved. Older servers do not send it. */
  changesRequestedCount: z.optional(z.int()),
  totalReviewers: z.int(),
});
export type ReviewSummary = z.infer<typeof ReviewSummary>;

export const RecentViewer = z.object({
  /** Null for a viewer who was not signed in. */
  name: z.nullable(z.string()),
  viewedAt: z.iso.datetime(),
});
export type RecentViewer = z.infer<typeof RecentViewer>;

/** Snapshot as its owner sees it. */
export const Snapshot = z.object({
  id: SnapshotId,
  name: z.string(),
  description: z.string(),
  clientName: z.string(),
  milestone: z.string(),
  /** The owner's name for it, such as “2.1 beta”; `version` counts what was staged. */
  versionLabel: z.string(),
  tags: z.array(z.string()),
  projectId: z.nullable(z.uuid()),
  ownerUid: z.uuid(),
  /** Whether no password is required. */
  public: z.boolean(),
  /**
   * Plain text for the owner only, so it can be copied. Null without a password, and for a protected
   * snapshot whose password the server can no longer decrypt: a new one must be chosen.
   */
  password: z.nullable(z.string()),
  url: z.url(),
  /** Number of the version the link shows, counted from 1. */
  version: z.int(),
  /** Path on this server of the picture of its first page; null until there is one. */
  picture: z._default(z.nullable(z.string()), null),
  totalBytes: z.int(),
  fileCount: z.int(),
  /** First files: up to 100 in a list, up to 500 of a single snapshot; absent in events. */
  files: z.optional(z.array(z.object({ name: z.string() }))),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  lastModifiedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  viewCount: z.int(),
  uniqueViewers: z.int(),
  commentCount: z.int(),
  /** Number of threads with comments that the owner has not read. */
  unreadThreads: z._default(z.int(), 0),
  /** Open threads that agents have to do with, and those staged that wait for their authors. Missing from older servers. */
  agentWork: z.optional(z.object({ withAgent: z.int(), toConfirm: z.int() })),
  commentPolicy: CommentPolicy,
  /** Missing from older servers. */
  agentFeedback: z.optional(AgentFeedback),
  review: ReviewSummary,
  analytics: z.object({ recentViewers: z.array(RecentViewer) }),
  /** Whether the owner follows its comments; null when they never did. */
  following: z.nullable(z.enum(['active', 'paused'])),
});
export type Snapshot = z.infer<typeof Snapshot>;

export const SnapshotFile = z.object({ name: z.string(), size: z.int(), type: z.string() });
export type SnapshotFile = z.infer<typeof SnapshotFile>;

/** `you.id` of a caller without an account who is no reviewer. */
export const VISITOR = 'visitor';

/**
 * Header in which a page names who it shows as the caller (`you.id`). A request by another caller is rejected as
 * `unauthenticated`, so that nothing is written in the name of another person, or of none, once a session has ended.
 */
export const ACTING_AS = 'stagelink-as';

/** Snapshot as everyone with access sees it; never contains the password. */
export const SnapshotView = z.object({
  id: SnapshotId,
  name: z.string(),
  public: z.boolean(),
  /** Present for the signed-in owner only, so visitors cannot identify the account. */
  ownerUid: z.nullable(z.uuid()),
  /** Display name of the owner; null when the account has no name but an email address. */
  ownerName: z._default(z.nullable(z.string()), null),
  isOwner: z.boolean(),
  /** Identity of the caller; the name appears beside their comments. */
  you: z.object({
    kind: z.enum(['owner', 'reviewer', 'user', 'visitor']),
    name: z.nullable(z.string()),
    /** Account, else reviewer, else `VISITOR`: differs between those who use one browser. A page sends it as `ACTING_AS`. */
    id: z.optional(z.string()),
  }),
  commentPolicy: CommentPolicy,
  /** Only for the owner. Missing from older servers. */
  agentFeedback: z.optional(AgentFeedback),
  /** Whether the caller may comment. */
  canComment: z.boolean(),
  /** Staged without an account: ends within a day unless it is claimed. */
  isUnclaimed: z._default(z.boolean(), false),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  version: z.int(),
  /** Path on this server of the picture of its first page; null until there is one. */
  picture: z._default(z.nullable(z.string()), null),
  /** Host of the page that the shown version was captured from with the browser extension, and when. */
  captured: z._default(z.nullable(z.object({ from: z.string(), at: z.iso.datetime() })), null),
  totalBytes: z.int(),
  /** Files in all. Older servers do not send it: their `files` are complete. */
  fileCount: z.optional(z.int()),
  /** First files, up to 500; `listVersionFiles` lists the rest. */
  files: z.array(SnapshotFile),
  /** Target of the preview and of “Open in new tab”; requires a grant when the snapshot is protected. */
  contentUrl: z.url(),
  /** Only origin that the preview agent sends from; `null` in path mode, where it is opaque. */
  contentOrigin: z.nullable(z.string()),
});
export type SnapshotView = z.infer<typeof SnapshotView>;

export const SORTS = ['created', 'modified', 'expires', 'views', 'comments', 'name'] as const;
export const EXPIRY_FILTERS = ['active', 'expired', 'all'] as const;
export const REVIEW_FILTERS = ['none', 'pending', 'completed', 'overdue'] as const;

/** Dates that Postgres can parse: no year 0 and few decimals. */
const FilterDate = z.optional(
  z.iso.datetime().check(z.maxLength(MOMENT_MAX), z.regex(/^(?!0000)/, 'There was no year 0')),
);

/** Filters of a list. Absent fields filter nothing. */
export const SnapshotFilter = z.strictObject({
  search: z._default(z.string().check(z.trim(), z.maxLength(NAME_MAX)), ''),
  status: z._default(z.enum(EXPIRY_FILTERS), 'active'),
  projectId: z.optional(z.union([z.uuid(), z.literal(NO_PROJECT)])),
  /** Snapshots with all of these tags, separated by commas, which no tag contains. */
  tags: z.optional(z.string().check(z.maxLength(TAGS_MAX * (TAG_MAX + 1)))),
  review: z.optional(z.enum(REVIEW_FILTERS)),
  createdFrom: FilterDate,
  createdTo: FilterDate,
  expiresFrom: FilterDate,
  expiresTo: FilterDate,
});

export const listSnapshots = endpoint({
  method: 'GET',
  path: '/api/snapshots/list',
  summary: 'List your snapshots, in pages.',
  auth: 'user',
  tokenScope: 'snapshots:read',
  input: z.extend(SnapshotFilter, {
    sort: z._default(z.enum(SORTS), 'created'),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
    cursor: z.optional(z.string().check(z.maxLength(1000))),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), LIST_PAGE),
  }),
  reply: z.object({
    snapshots: z.array(Snapshot),
    /** Pass as `cursor` for the next page; null on the last page. */
    nextCursor: z.nullable(z.string()),
    /** Snapshots that match search and filters, and all snapshots. */
    matching: z.int(),
    total: z.int(),
    /** When they were counted, by the server's clock. */
    asOf: z.optional(z.iso.datetime()),
  }),
});

export const listTags = endpoint({
  method: 'GET',
  path: '/api/tags',
  summary: 'List the tags of your snapshots, most used first.',
  auth: 'user',
  tokenScope: 'snapshots:read',
  input: z.strictObject({}),
  reply: z.object({ tags: z.array(z.object({ tag: z.string(), count: z.int() })) }),
});

export const getSummary = endpoint({
  method: 'GET',
  path: '/api/snapshots/summary',
  summary: 'Get the figures and short lists of the dashboard.',
  auth: 'user',
  tokenScope: 'snapshots:read',
  input: z.strictObject({}),
  reply: z.object({
    reviewStatus: z.object({ pending: z.int(), overdue: z.int(), links: z.array(Snapshot) }),
    /** Soonest first. */
    expiringSoon: z.array(Snapshot),
    mostViewed: z.array(Snapshot),
    quickStats: z.object({
      activeSnapshots: z.int(),
      totalViews: z.int(),
      comments: z.int(),
      reviews: z.int(),
    }),
    /** Most recently viewed first. */
    recentActivity: z.array(Snapshot),
  }),
});

/** Action on many snapshots. */
export const BulkAction = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('move'), projectId: z.nullable(z.uuid()) }),
  z.strictObject({ type: z.literal('extend') }),
  z.strictObject({ type: z.literal('delete') }),
  z.strictObject({ type: z.literal('tag'), add: z._default(Tags, []), remove: z._default(Tags, []) }),
]);
export type BulkAction = z.infer<typeof BulkAction>;

export const getSnapshot = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id',
  summary: 'Get one of your snapshots.',
  auth: 'user',
  tokenScope: 'snapshots:read',
  rateLimit: 'view',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ snapshot: Snapshot }),
});

export const updateSnapshot = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id',
  summary: 'Rename a snapshot, or change its password, project, description, tags or other details.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({
    id: SnapshotId,
    name: z.optional(SnapshotName),
    password: z.optional(z.nullable(SnapshotPassword)),
    projectId: z.optional(z.nullable(z.uuid())),
    description: z.optional(Description),
    clientName: z.optional(Words),
    milestone: z.optional(Words),
    versionLabel: z.optional(Words),
    tags: z.optional(Tags),
    commentPolicy: z.optional(CommentPolicy),
    agentFeedback: z.optional(AgentFeedback),
    /**
     * Staging removes the oldest versions beyond this number, except the published one, drafts, and those
     * with comments or decisions of reviewers. Null keeps all.
     */
    keepVersions: z.optional(
      z.nullable(z.int().check(z.gte(KEPT_VERSIONS_MIN), z.lte(VERSIONS_PER_SNAPSHOT))),
    ),
  }),
  reply: z.object({ snapshot: Snapshot }),
});

export const deleteSnapshot = endpoint({
  method: 'DELETE',
  path: '/api/snapshots/:id',
  summary: 'Delete a snapshot and everything in it; its link stops working at once.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ ok: z.literal(true) }),
});

export const extendSnapshot = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/extend',
  summary: `Add ${EXTEND_DAYS} days, up to the plan's longest expiry from now. A link that lasts that long already is refused.`,
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({ id: SnapshotId, days: z._default(z.literal(EXTEND_DAYS), EXTEND_DAYS) }),
  reply: z.object({ snapshot: Snapshot }),
});

export const expireSnapshot = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/expire',
  summary:
    'End a link now, as if its time were over: it can be extended until it is deleted. Repeating it is harmless.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ snapshot: Snapshot }),
});

export const viewSnapshot = endpoint({
  method: 'GET',
  path: '/snapshots/:id',
  summary: 'Get a snapshot for the viewer. 401 `password_required`: pass the gate first.',
  auth: 'public',
  tokenScope: 'snapshots:read',
  rateLimit: 'view',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ snapshot: SnapshotView }),
});

export const passGate = endpoint({
  method: 'POST',
  path: '/s/:id/gate',
  summary: 'Open a protected snapshot with its password. The response sets a cookie.',
  auth: 'public',
  tokenScope: 'snapshots:read',
  rateLimit: 'gate',
  input: z.strictObject({ id: SnapshotId, password: z.string().check(z.maxLength(PASSWORD_MAX)) }),
  reply: z.object({ ok: z.literal(true) }),
});

export const openPreview = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/preview',
  summary: 'Create a URL on the content origin that opens the preview once, within a minute.',
  auth: 'public',
  tokenScope: 'snapshots:read',
  rateLimit: 'preview',
  input: z.strictObject({
    id: SnapshotId,
    /** Initial path in the prototype, from the root of its origin. */
    path: z._default(z.string().check(z.maxLength(2000), z.startsWith('/')), '/'),
    version: z.optional(VersionNumber),
  }),
  reply: z.object({ url: z.url() }),
});
