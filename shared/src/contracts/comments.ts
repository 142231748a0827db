import * as z from 'zod/mini';
import { SELECTOR_MAX } from '../locator/limits.ts';
import { Locator } from '../locator/locator.ts';
import { storableText } from '../locator/storableText.ts';
import { PIN_RESULTS } from '../domain/pins.ts';
import {
  ELEMENT_HTML_MAX,
  ELEMENT_NAME_MAX,
  PICTURE_MAX,
  ROUTE_MAX,
  TITLE_MAX,
} from '../preview/handshake.ts';
import { Further } from '../preview/further.ts';
import { INSPECTION_MAX } from '../preview/inspectionLimits.ts';
import { PageState } from '../preview/pickedElement.ts';
import { RecordedActions } from '../preview/recordedActions.ts';
import { Selection } from '../preview/selection.ts';
import { endpoint } from './endpoint.ts';
import { ANONYMOUS_ID_MAX, ATTACHMENT_BYTES, ATTACHMENTS_MAX, COMMENT_MAX, NAME_MAX } from './limits.ts';
import { SnapshotId, VersionInPath, VersionNumber } from './snapshots.ts';
import { AgentName, ThreadWork } from './threadWork.ts';

export const COMMENT_STATES = ['published', 'resolved'] as const;
export const CommentState = z.enum(COMMENT_STATES);
export type CommentState = z.infer<typeof CommentState>;

const side = z.int().check(z.gte(0), z.lte(100_000));
const coordinate = z.number().check(z.gte(-1e7), z.lte(1e7));

/** Page and window at the time of writing. It comes from an untrusted page and is shown as text. */
export const CommentContext = z.strictObject({
  /** Path, query and hash within the prototype. */
  route: storableText(ROUTE_MAX).check(z.startsWith('/')),
  title: storableText(TITLE_MAX),
  /** Size of the preview in CSS pixels. */
  viewport: z.strictObject({ width: side, height: side }),
  /** Name for people, such as “Chrome 141 on Windows”. */
  browser: storableText(NAME_MAX),
  elementName: storableText(ELEMENT_NAME_MAX),
  elementHtml: storableText(ELEMENT_HTML_MAX),
  page: z.nullable(PageState),
});
export type CommentContext = z.infer<typeof CommentContext>;

export const Attachment = z.object({
  id: z.uuid(),
  /** Valid for some hours; every list contains fresh ones. */
  url: z.url(),
  filename: z.string(),
  /** Detected from the bytes. Images may be displayed; everything else is downloaded. */
  mimeType: z.string(),
  size: z.int(),
});
export type Attachment = z.infer<typeof Attachment>;

/** What a person can react to a comment with, in the order in which it is shown. */
export const REACTIONS = ['thumbs_up', 'heart', 'party', 'laugh', 'eyes', 'done'] as const;
export const Reaction = z.enum(REACTIONS);
export type Reaction = z.infer<typeof Reaction>;

/** One reaction to a comment, by everyone who chose it. */
export const ReactionCount = z.object({
  reaction: Reaction,
  count: z.int(),
  /** Names of the first other people, oldest first; at most `REACTION_NAMES_MAX`. */
  names: z.array(z.string()),
  /** The caller is among those counted. */
  isMine: z.boolean(),
});
export type ReactionCount = z.infer<typeof ReactionCount>;

const Coordinates = z.object({ x: z.number(), y: z.number() });

export const TreeHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Page that a pin was on, as a whole. */
export const PinTree = z.object({
  /** Version that the page belongs to. */
  version: z.int(),
  /** SHA-256 of the page tree's canonical JSON. */
  hash: TreeHash,
  /** Index of the pinned element in the page tree. */
  node: z.int(),
  /** Those of its further elements, in their order; null for one that was not on the page. */
  further: z.optional(z.array(z.nullable(z.int()))),
});
export type PinTree = z.infer<typeof PinTree>;

export const Comment = z.object({
  id: z.uuid(),
  snapshotId: SnapshotId,
  /** Thread that a reply belongs to; null for the thread's first comment. */
  parentId: z.nullable(z.uuid()),
  /** Markdown. */
  text: z.string(),
  state: CommentState,
  /** Pending the owner's approval; visible to the owner and its author only. */
  isPending: z.boolean(),
  /** Epoch milliseconds. */
  createdAt: z.int(),
  editedAt: z.nullable(z.int()),
  /** Account id, visible to its author only; null for everyone else. */
  author: z.nullable(z.uuid()),
  authorName: z.string(),
  isAnonymous: z.boolean(),
  /** False for visitors, and for reviewers who came by an emailed link. */
  hasAccount: z._default(z.boolean(), true),
  /** Whether the author is a reviewer of the snapshot. */
  isReviewer: z.boolean(),
  isOwner: z.boolean(),
  /** Number of its pin, counted from 1 within the snapshot and never reused; null without a pin. */
  pinNumber: z.nullable(z.int()),
  elementSelector: z.nullable(z.string()),
  elementCoordinates: z.nullable(Coordinates),
  pinnedElement: z.nullable(z.object({ selector: z.string(), coordinates: Coordinates })),
  locator: z.nullable(Locator),
  context: z.nullable(CommentContext),
  /** The part of the pinned element that it is about. */
  selection: z._default(z.nullable(Selection), null),
  /** What opened the part of the page that it is in. */
  actions: z._default(z.nullable(RecordedActions), null),
  /** The other elements that it is about. Missing from older servers. */
  further: z._default(z.nullable(Further), null),
  /** Trees of the version it was pinned on and the newest one it was found on, oldest first. Missing from older servers. */
  trees: z._default(z.array(PinTree), []),
  /**
   * Whether `locator`, `selection`, `actions`, `further`, `trees` and `context` are left out, as lists do for resolved threads;
   * `readThread` has them.
   */
  isBrief: z.boolean(),
  /** Image of the pinned element and its surroundings. */
  crop: z.nullable(z.object({ url: z.url() })),
  attachments: z.array(Attachment),
  /** Counts in the order of `REACTIONS`, each with at least one person. Missing from older servers. */
  reactions: z._default(z.array(ReactionCount), []),
  /** Version the comment was written on. */
  version: z.int(),
  resolved: z.nullable(z.object({ at: z.int(), byName: z.string(), version: z.int() })),
  /** What the caller may do with it. */
  can: z.object({
    edit: z.boolean(),
    remove: z.boolean(),
    resolve: z.boolean(),
    reply: z.boolean(),
    approve: z.boolean(),
    /** Move its pin to another element. */
    repin: z.boolean(),
    react: z._default(z.boolean(), false),
    assign: z._default(z.boolean(), false),
    /** Say whether what was staged is what they meant. Missing from older servers. */
    confirm: z.optional(z.boolean()),
  }),
  /** A coding agent's work on the thread; null for one that was not sent. Missing from older servers. */
  work: z.optional(z.nullable(ThreadWork)),
  /** Who takes care of the thread. */
  assignee: z._default(z.nullable(z.object({ id: z.string(), name: z.string(), isYou: z.boolean() })), null),
  dueOn: z._default(z.nullable(z.string()), null),
  /** Address of the issue that the thread became, for its snapshot’s owner. Missing from older servers. */
  issueUrl: z.optional(z.nullable(z.string())),
  /** Whether that issue is closed, as far as its tracker was asked. */
  isIssueClosed: z.optional(z.boolean()),
  /** Whether its thread has comments by others that the caller has not read. False without an account, and for replies. */
  isUnread: z._default(z.boolean(), false),
  /** Whether the author's last decision in a review requests changes. */
  requestsChanges: z._default(z.boolean(), false),
  /** How the caller follows its thread; null when not following. */
  following: z.nullable(z.enum(['active', 'paused'])),
});
export type Comment = z.infer<typeof Comment>;

/** All except tabs and line breaks. */
const CONTROL_CHARACTERS = /(?![\t\n\r])\p{Cc}/gu;

export const CommentText = z.string().check(
  // JSON needs six characters for each of them, and no keyboard types them.
  z.overwrite((text) => text.replaceAll(CONTROL_CHARACTERS, '')),
  z.trim(),
  z.minLength(1, 'Please write something first'),
  z.maxLength(COMMENT_MAX, `A comment can have at most ${COMMENT_MAX} characters`),
);

export const AnonymousId = z.string().check(z.minLength(16), z.maxLength(ANONYMOUS_ID_MAX));
export const AuthorName = z
  .string()
  .check(
    z.trim(),
    z.maxLength(NAME_MAX),
    z.regex(/^[^\p{Cc}]*$/u, 'A name cannot contain control characters'),
  );

/**
 * Which threads of a list contain locator and context. A resolved thread with a newer reply counts as open.
 */
export const COMMENT_DETAILS = ['open', 'all'] as const;

export const listComments = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/comments',
  summary:
    'List every comment you may read: threads newest first, the replies of each oldest first. Locator and context of resolved threads are left out unless `details` is “all”.',
  auth: 'public',
  tokenScope: 'comments:read',
  rateLimit: 'commentList',
  input: z.strictObject({ id: SnapshotId, details: z._default(z.enum(COMMENT_DETAILS), 'open') }),
  reply: z.object({ comments: z.array(Comment) }),
  rows: 'comments',
});

/** One thread as `listComments` returns it, for a client that received an event about it. */
export const readThread = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/comments/:commentId/thread',
  summary: 'Get the thread of a comment: its first comment, then its replies, oldest first.',
  auth: 'public',
  tokenScope: 'comments:read',
  input: z.strictObject({ id: SnapshotId, commentId: z.uuid() }),
  reply: z.object({ comments: z.array(Comment) }),
});

/**
 * What coding agents get beyond the comment: an `Inspection` as JSON. A comment is kept without one that is none, because
 * a prototype decides what is in it.
 */
const InspectionText = z.string().check(z.maxLength(INSPECTION_MAX));

/** Fields of a comment's form, besides the files `crop` (one) and `attachments` (several). */
export const NewComment = z.strictObject({
  /** Generated by the client, so a repeated request creates one comment. */
  id: z.optional(z.uuid()),
  text: CommentText,
  state: z._default(z.literal('published'), 'published'),
  parentId: z.optional(z.uuid()),
  elementSelector: z.optional(z.string().check(z.maxLength(SELECTOR_MAX))),
  elementX: z.optional(coordinate),
  elementY: z.optional(coordinate),
  /** Name of an author without an account. */
  authorName: z.optional(AuthorName),
  /** Secret of the browser that allows editing what was written with it. */
  anonymousUserId: z.optional(AnonymousId),
  locator: z.optional(Locator),
  /** Part of the element of `locator`. */
  selection: z.optional(Selection),
  /** What opened the part of the page that the element is in, oldest first. */
  actions: z.optional(RecordedActions),
  /** Other elements, besides that of `locator`. */
  further: z.optional(Further),
  context: z.optional(CommentContext),
  inspection: z.optional(InspectionText),
  /** Version shown to the author; the newest when absent. */
  version: z.optional(VersionNumber),
});
export type NewComment = z.input<typeof NewComment>;

export const postComment = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/comments',
  summary: 'Post a comment or a reply, with files when sent as a form.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'comment',
  status: 201,
  body: {
    kind: 'form',
    fields: NewComment,
    files: {
      crop: { max: 1, maxBytes: PICTURE_MAX },
      attachments: { max: ATTACHMENTS_MAX, maxBytes: ATTACHMENT_BYTES },
    },
  },
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ comment: Comment }),
});

export const updateComment = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/comments/:commentId',
  summary: 'Edit your comment, resolve or reopen a thread, or approve a comment.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'comment',
  input: z.strictObject({
    id: SnapshotId,
    commentId: z.uuid(),
    text: z.optional(CommentText),
    state: z.optional(CommentState),
    isPending: z.optional(z.literal(false)),
    /** Version shown to the author; the newest when absent. */
    version: z.optional(VersionNumber),
    anonymousUserId: z.optional(AnonymousId),
  }),
  reply: z.object({ comment: Comment }),
});

/** Fields of a pin's form, besides the file `crop`. Without that file the thread loses its image. */
export const NewPin = z.strictObject({
  locator: Locator,
  selection: z.optional(Selection),
  actions: z.optional(RecordedActions),
  /** Other elements, besides that of `locator`. */
  further: z.optional(Further),
  context: z.optional(CommentContext),
  inspection: z.optional(InspectionText),
  /** Version shown to the author; the newest when absent. */
  version: z.optional(VersionNumber),
  anonymousUserId: z.optional(AnonymousId),
});
export type NewPin = z.input<typeof NewPin>;

export const repinComment = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/comments/:commentId/pin',
  summary: 'Pin a thread to another element, with a picture of its surroundings when sent as a form.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'comment',
  body: { kind: 'form', fields: NewPin, files: { crop: { max: 1, maxBytes: PICTURE_MAX } } },
  input: z.strictObject({ id: SnapshotId, commentId: z.uuid() }),
  reply: z.object({ comment: Comment }),
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/snapshots/:id/comments/:commentId',
  summary: 'Delete your comment, or any on a snapshot of yours; with a thread go its replies.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'comment',
  input: z.strictObject({
    id: SnapshotId,
    commentId: z.uuid(),
    anonymousUserId: z.optional(AnonymousId),
  }),
  reply: z.object({ ok: z.literal(true) }),
});

export const EXPORT_FORMATS = ['json', 'csv', 'html', 'zip'] as const;

export const exportComments = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/comments/export',
  summary:
    'Export all threads of one of your snapshots: JSON, CSV, a page to print with its pictures in it, or a zip of JSON, CSV and all files.',
  auth: 'user',
  tokenScope: 'comments:read',
  rateLimit: 'export',
  input: z.strictObject({ id: SnapshotId, format: z._default(z.enum(EXPORT_FORMATS), 'json') }),
  replyKind: 'file',
  reply: z.object({
    snapshot: z.object({ id: SnapshotId, name: z.string(), url: z.url() }),
    exportedAt: z.iso.datetime(),
    comments: z.array(Comment),
  }),
});

/** Names for @mentions, without email addresses. */
export const listPeople = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/people',
  summary:
    'List the people a comment can mention: the owner, reviewers, followers, and everyone who commented under a name.',
  auth: 'public',
  tokenScope: 'comments:read',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ people: z.array(z.object({ name: z.string(), isOwner: z.boolean() })) }),
});

export const reportPresence = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/presence',
  summary: 'Report your presence and list who else views the snapshot.',
  auth: 'public',
  tokenScope: 'comments:read',
  rateLimit: 'presence',
  input: z.strictObject({
    id: SnapshotId,
    /** Random id of this window, never stored. */
    windowId: z.uuid(),
    /** Name that a visitor has commented under. */
    name: z._default(AuthorName, ''),
  }),
  reply: z.object({
    /** Everyone except this window; visitors without a name are only counted. */
    people: z.array(z.object({ name: z.string(), isOwner: z.boolean() })),
    visitors: z.int(),
    /** Coding agents that wait for feedback on the snapshot. Missing from older servers. */
    agents: z.optional(z.array(z.object({ name: AgentName }))),
  }),
});

export const PinResult = z.object({
  status: z.enum(PIN_RESULTS),
  confidence: z.number(),
  /** Whether a lost pin's element was removed: all around it is still there. */
  isRemoved: z._default(z.boolean(), false),
});

export const readPins = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/versions/:version/pins',
  summary: 'List the pin results of a version of yours. Results of `elsewhere` are not verified yet.',
  auth: 'user',
  tokenScope: 'comments:read',
  input: z.strictObject({ id: SnapshotId, version: VersionInPath }),
  reply: z.object({
    pins: z.array(z.extend(PinResult, { commentId: z.uuid() })),
  }),
});

/** Pin results of open threads on one version, as one viewer saw them. */
export const reportPins = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/versions/:version/pins',
  summary:
    'Report the pin results of a version. The owner is notified of their own reports; a visitor’s first report is kept as a hint.',
  auth: 'public',
  tokenScope: 'comments:read',
  rateLimit: 'preview',
  input: z.strictObject({
    id: SnapshotId,
    version: VersionInPath,
    findings: z
      .array(
        z.strictObject({
          commentId: z.uuid(),
          status: z.enum(PIN_RESULTS),
          confidence: z.number().check(z.gte(0), z.lte(1)),
          isRemoved: z._default(z.boolean(), false),
        }),
      )
      .check(z.maxLength(1000)),
  }),
  reply: z.object({ ok: z.literal(true) }),
});
