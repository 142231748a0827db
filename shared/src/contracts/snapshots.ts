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

/** The id in a link, `/s/{id}`: at least 80 random bits. */
export const SnapshotId = z.string().check(z.regex(/^[a-z0-9]{10,40}$/, 'That is not a snapshot id'));

const versionBounds = [z.int(), z.gte(1), z.lte(VERSION_MAX)] as const;
export const VersionNumber = z.number().check(...versionBounds);
/** As it stands in an address. */
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
        z.regex(/^[^,\p{Cc}]*$/u, 'A tag cannot hold a comma'),
      ),
  )
  .check(z.maxLength(TAGS_MAX));
export const Description = z.string().check(z.trim(), z.maxLength(DESCRIPTION_MAX));

/** Whether people without an account may comment: yes, once the owner has approved each, or not at all. */
export const COMMENT_POLICIES = ['open', 'approval', 'members'] as const;
export const CommentPolicy = z.enum(COMMENT_POLICIES);
export type CommentPolicy = z.infer<typeof CommentPolicy>;

/** A few words of the owner about a snapshot. */
export const Words = z.string().check(z.trim(), z.maxLength(NAME_MAX));

/** How far a requested review has come. */
export const ReviewSummary = z.object({
  isRequested: z.boolean(),
  /** Null when none was requested; overdue when its deadline has passed before all have answered. */
  status: z.nullable(z.enum(['pending', 'completed', 'overdue'])),
  /** Reviewers who have answered. */
  checkedOffCount: z.int(),
  totalReviewers: z.int(),
});
export type ReviewSummary = z.infer<typeof ReviewSummary>;

export const RecentViewer = z.object({
  /** Null for somebody who was not signed in. */
  name: z.nullable(z.string()),
  viewedAt: z.iso.datetime(),
});
export type RecentViewer = z.infer<typeof RecentViewer>;

/** A snapshot as its owner sees it. */
export const Snapshot = z.object({
  id: SnapshotId,
  name: z.string(),
  description: z.string(),
  clientName: z.string(),
  milestone: z.string(),
  /** The owner's own word for it, such as “2.1 beta”; `version` counts what was staged. */
  versionLabel: z.string(),
  tags: z.array(z.string()),
  projectId: z.nullable(z.uuid()),
  ownerUid: z.uuid(),
  /** True when no password is asked. */
  public: z.boolean(),
  /**
   * In clear, for the owner only, so that it can be copied. Null when there is none, and also for a snapshot that is not
   * public when the server can no longer read it: a new one must be chosen.
   */
  password: z.nullable(z.string()),
  url: z.url(),
  /** The number of the version the link shows, counted from 1. */
  version: z.int(),
  totalBytes: z.int(),
  fileCount: z.int(),
  /** The first in a list, all of one snapshot; left out where snapshots are only announced. */
  files: z.optional(z.array(z.object({ name: z.string() }))),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  lastModifiedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  viewCount: z.int(),
  uniqueViewers: z.int(),
  commentCount: z.int(),
  commentPolicy: CommentPolicy,
  review: ReviewSummary,
  analytics: z.object({ recentViewers: z.array(RecentViewer) }),
  /** Whether the owner follows its comments; null when they never have. */
  following: z.nullable(z.enum(['active', 'paused'])),
});
export type Snapshot = z.infer<typeof Snapshot>;

export const SnapshotFile = z.object({ name: z.string(), size: z.int(), type: z.string() });
export type SnapshotFile = z.infer<typeof SnapshotFile>;

/** A snapshot as whoever may open it sees it; never the password. */
export const SnapshotView = z.object({
  id: SnapshotId,
  name: z.string(),
  public: z.boolean(),
  /** Only for somebody signed in as the owner, so that visitors do not learn who it is. */
  ownerUid: z.nullable(z.uuid()),
  isOwner: z.boolean(),
  /** As whom the server knows whoever asks; the name is what others read beside what they write. */
  you: z.object({
    kind: z.enum(['owner', 'reviewer', 'user', 'visitor']),
    name: z.nullable(z.string()),
  }),
  commentPolicy: CommentPolicy,
  /** Whether this viewer may comment. */
  canComment: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  version: z.int(),
  totalBytes: z.int(),
  files: z.array(SnapshotFile),
  /** Where the preview frame and Open in new tab lead; asks for a grant first when the snapshot is protected. */
  contentUrl: z.url(),
  /** The only origin the preview agent speaks from; `null` in path mode, where it is opaque. */
  contentOrigin: z.nullable(z.string()),
});
export type SnapshotView = z.infer<typeof SnapshotView>;

export const SORTS = ['created', 'modified', 'expires', 'views', 'comments', 'name'] as const;
export const EXPIRY_FILTERS = ['active', 'expired', 'all'] as const;
export const REVIEW_FILTERS = ['none', 'pending', 'completed', 'overdue'] as const;

/** What the database can read: its calendar has no year 0, and a second of it no hundred digits. */
const FilterDate = z.optional(
  z.iso.datetime().check(z.maxLength(MOMENT_MAX), z.regex(/^(?!0000)/, 'There was no year 0')),
);

/** What a list is narrowed to. Everything left out narrows nothing. */
export const SnapshotFilter = z.strictObject({
  search: z._default(z.string().check(z.trim(), z.maxLength(NAME_MAX)), ''),
  status: z._default(z.enum(EXPIRY_FILTERS), 'active'),
  projectId: z.optional(z.union([z.uuid(), z.literal(NO_PROJECT)])),
  /** Those that have all of these; separated by commas, which no tag contains. */
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
  summary: 'Your snapshots, a page at a time.',
  who: 'signed-in',
  token: 'snapshots:read',
  input: z.extend(SnapshotFilter, {
    sort: z._default(z.enum(SORTS), 'created'),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
    cursor: z.optional(z.string().check(z.maxLength(1000))),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), LIST_PAGE),
  }),
  reply: z.object({
    snapshots: z.array(Snapshot),
    /** Pass as `cursor` for the next page; null at the end. */
    nextCursor: z.nullable(z.string()),
    /** How many match search and filter, and how many there are in all. */
    matching: z.int(),
    total: z.int(),
  }),
});

export const listTags = endpoint({
  method: 'GET',
  path: '/api/tags',
  summary: 'Every tag on your snapshots, the most used first.',
  who: 'signed-in',
  token: 'snapshots:read',
  input: z.strictObject({}),
  reply: z.object({ tags: z.array(z.object({ tag: z.string(), count: z.int() })) }),
});

export const getSummary = endpoint({
  method: 'GET',
  path: '/api/snapshots/summary',
  summary: 'The numbers and short lists above the dashboard.',
  who: 'signed-in',
  token: 'snapshots:read',
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
    /** Looked at last first. */
    recentActivity: z.array(Snapshot),
  }),
});

/** One thing that can be done to many snapshots. */
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
  summary: 'One of your snapshots.',
  who: 'signed-in',
  token: 'snapshots:read',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ snapshot: Snapshot }),
});

export const updateSnapshot = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id',
  summary: 'Rename a snapshot, or change its password, project, description, tags or other details.',
  who: 'signed-in',
  token: 'snapshots:write',
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
    /**
     * At each stage the oldest versions beyond this number are removed, but for the one shown, drafts, and those with
     * comments or answers of reviewers. Null keeps all.
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
  who: 'signed-in',
  token: 'snapshots:write',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ ok: z.literal(true) }),
});

export const extendSnapshot = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/extend',
  summary: `Add ${EXTEND_DAYS} days, up to the plan's longest expiry from now.`,
  who: 'signed-in',
  token: 'snapshots:write',
  input: z.strictObject({ id: SnapshotId, days: z._default(z.literal(EXTEND_DAYS), EXTEND_DAYS) }),
  reply: z.object({ snapshot: Snapshot }),
});

export const viewSnapshot = endpoint({
  method: 'GET',
  path: '/snapshots/:id',
  summary: 'What the viewer shows of a snapshot. 401 `password_required` means: pass the gate first.',
  who: 'anyone',
  token: 'snapshots:read',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ snapshot: SnapshotView }),
});

export const passGate = endpoint({
  method: 'POST',
  path: '/s/:id/gate',
  summary: 'Open a protected snapshot with its password; the answer sets a cookie for this browser.',
  who: 'anyone',
  token: 'snapshots:read',
  limit: 'gate',
  input: z.strictObject({ id: SnapshotId, password: z.string().check(z.maxLength(PASSWORD_MAX)) }),
  reply: z.object({ ok: z.literal(true) }),
});

export const openPreview = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/preview',
  summary: 'An address on the content origin that opens the preview once, within a minute.',
  who: 'anyone',
  token: 'snapshots:read',
  limit: 'preview',
  input: z.strictObject({
    id: SnapshotId,
    /** Where in the prototype to land, from the root of its origin. */
    path: z._default(z.string().check(z.maxLength(2000), z.startsWith('/')), '/'),
    version: z.optional(VersionNumber),
  }),
  reply: z.object({ url: z.url() }),
});
