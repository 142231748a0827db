import * as z from 'zod/mini';
import { SELECTOR_MAX } from '../locator/limits.ts';
import { Locator } from '../locator/locator.ts';
import { storableText } from '../locator/storableText.ts';
import { PIN_STATUSES } from '../preview/messages.ts';
import { ELEMENT_HTML_MAX, ELEMENT_NAME_MAX, ROUTE_MAX, TITLE_MAX } from '../preview/handshake.ts';
import { PageState } from '../preview/picked.ts';
import { endpoint } from './endpoint.ts';
import { ANONYMOUS_ID_MAX, COMMENT_MAX, NAME_MAX } from './limits.ts';
import { SnapshotId, VersionInPath, VersionNumber } from './snapshots.ts';
import { Subscription } from './subscriptions.ts';

export const COMMENT_STATES = ['published', 'resolved'] as const;
export const CommentState = z.enum(COMMENT_STATES);
export type CommentState = z.infer<typeof CommentState>;

const side = z.int().check(z.gte(0), z.lte(100_000));
const coordinate = z.number().check(z.gte(-1e7), z.lte(1e7));

/** Where and in what somebody was when they wrote. It comes from a page nobody trusts and is shown as text. */
export const CommentContext = z.strictObject({
  /** Within the prototype: path, query and hash. */
  route: storableText(ROUTE_MAX).check(z.startsWith('/')),
  title: storableText(TITLE_MAX),
  /** Of the preview, in CSS pixels. */
  viewport: z.strictObject({ width: side, height: side }),
  /** In words, such as “Chrome 141 on Windows”. */
  browser: storableText(NAME_MAX),
  elementName: storableText(ELEMENT_NAME_MAX),
  elementHtml: storableText(ELEMENT_HTML_MAX),
  page: z.nullable(PageState),
});
export type CommentContext = z.infer<typeof CommentContext>;

export const Attachment = z.object({
  id: z.uuid(),
  /** Good for some hours; a list that is read again has fresh ones. */
  url: z.url(),
  filename: z.string(),
  /** By its bytes, never by what was claimed. Pictures may be shown; everything else is downloaded. */
  mimeType: z.string(),
  size: z.int(),
});
export type Attachment = z.infer<typeof Attachment>;

const Coordinates = z.object({ x: z.number(), y: z.number() });

export const Comment = z.object({
  id: z.uuid(),
  snapshotId: SnapshotId,
  /** The thread it answers; null for the comment that began one. */
  parentId: z.nullable(z.uuid()),
  /** Markdown. */
  text: z.string(),
  state: CommentState,
  /** Waits for the owner's approval; only they and its author are shown it. */
  isHeld: z.boolean(),
  /** Epoch milliseconds. */
  createdAt: z.int(),
  editedAt: z.nullable(z.int()),
  /** The account's id, shown to its author only; null for everyone else. */
  author: z.nullable(z.uuid()),
  authorName: z.string(),
  isAnonymous: z.boolean(),
  /** Written by somebody the owner asked for a review. */
  isReviewer: z.boolean(),
  isOwner: z.boolean(),
  /** What stands on its pin: counted from 1 within the snapshot, never given twice. Null without a pin. */
  pinNumber: z.nullable(z.int()),
  elementSelector: z.nullable(z.string()),
  elementCoordinates: z.nullable(Coordinates),
  pinnedElement: z.nullable(z.object({ selector: z.string(), coordinates: Coordinates })),
  locator: z.nullable(Locator),
  context: z.nullable(CommentContext),
  /** `locator` and `context` are left out, as the list does with resolved threads; `readThread` has them. */
  isBrief: z.boolean(),
  /** The picture of the element's surroundings. */
  crop: z.nullable(z.object({ url: z.url() })),
  attachments: z.array(Attachment),
  /** The version it was written on. */
  version: z.int(),
  resolved: z.nullable(z.object({ at: z.int(), byName: z.string(), version: z.int() })),
  /** What this viewer may do with it. */
  can: z.object({
    edit: z.boolean(),
    remove: z.boolean(),
    resolve: z.boolean(),
    reply: z.boolean(),
    approve: z.boolean(),
    /** Point its pin at another element. */
    repin: z.boolean(),
  }),
  /** How this viewer follows its thread; null when they do not. */
  following: z.nullable(z.enum(['active', 'paused'])),
});
export type Comment = z.infer<typeof Comment>;

/** All but tabs and line ends. */
const CONTROL_CHARACTERS = /(?![\t\n\r])\p{Cc}/gu;

export const CommentText = z.string().check(
  // JSON writes each of them in six characters, and no keyboard types them.
  z.overwrite((text) => text.replaceAll(CONTROL_CHARACTERS, '')),
  z.trim(),
  z.minLength(1, 'Please write something first'),
  z.maxLength(COMMENT_MAX, `A comment can have at most ${COMMENT_MAX} characters`),
);
export const AnonymousId = z.string().check(z.minLength(16), z.maxLength(ANONYMOUS_ID_MAX));
const AuthorName = z
  .string()
  .check(z.trim(), z.maxLength(NAME_MAX), z.regex(/^[^\p{Cc}]*$/u, 'A name cannot hold control characters'));

/** Of which threads a list of comments holds locator and context. One that was answered since it was resolved is open. */
export const COMMENT_DETAILS = ['open', 'all'] as const;

export const listComments = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/comments',
  summary:
    'Every comment you may read: threads newest first, the replies of each oldest first. Locator and context of resolved threads are left out unless `details` is “all”.',
  who: 'anyone',
  token: 'comments:read',
  limit: 'commentList',
  input: z.strictObject({ id: SnapshotId, details: z._default(z.enum(COMMENT_DETAILS), 'open') }),
  reply: z.object({ comments: z.array(Comment) }),
});

/** One thread as `listComments` tells it, for whoever was told that something happened in it. */
export const readThread = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/comments/:commentId/thread',
  summary: 'The thread a comment belongs to: the comment that began it, then its replies, oldest first.',
  who: 'anyone',
  token: 'comments:read',
  input: z.strictObject({ id: SnapshotId, commentId: z.uuid() }),
  reply: z.object({ comments: z.array(Comment) }),
});

/** The fields of a comment's form, beside the files `crop` (one) and `attachments` (several). */
export const NewComment = z.strictObject({
  /** Chosen by the client, so that a post that is sent again is not written twice. */
  id: z.optional(z.uuid()),
  text: CommentText,
  state: z._default(z.literal('published'), 'published'),
  parentId: z.optional(z.uuid()),
  elementSelector: z.optional(z.string().check(z.maxLength(SELECTOR_MAX))),
  elementX: z.optional(coordinate),
  elementY: z.optional(coordinate),
  /** Of whoever writes without an account. */
  authorName: z.optional(AuthorName),
  /** A secret of the browser; whoever knows it may edit what was written with it. */
  anonymousUserId: z.optional(AnonymousId),
  locator: z.optional(Locator),
  context: z.optional(CommentContext),
  /** The version that was looked at; the newest when left out. */
  version: z.optional(VersionNumber),
});
export type NewComment = z.input<typeof NewComment>;

export const postComment = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/comments',
  summary: 'Write a comment or a reply, with files when sent as a form.',
  who: 'anyone',
  token: 'comments:write',
  limit: 'comment',
  status: 201,
  body: 'comment',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ comment: Comment }),
});

export const updateComment = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/comments/:commentId',
  summary: 'Edit your comment, resolve or reopen a thread, or approve a comment.',
  who: 'anyone',
  token: 'comments:write',
  limit: 'comment',
  input: z.strictObject({
    id: SnapshotId,
    commentId: z.uuid(),
    text: z.optional(CommentText),
    state: z.optional(CommentState),
    isHeld: z.optional(z.literal(false)),
    /** The version that was looked at; the newest when left out. */
    version: z.optional(VersionNumber),
    anonymousUserId: z.optional(AnonymousId),
  }),
  reply: z.object({ comment: Comment }),
});

/** The fields of a pin's form, beside the file `crop`. Without one the thread has no picture any more. */
export const NewPin = z.strictObject({
  locator: Locator,
  context: z.optional(CommentContext),
  /** The version that was looked at; the newest when left out. */
  version: z.optional(VersionNumber),
  anonymousUserId: z.optional(AnonymousId),
});
export type NewPin = z.input<typeof NewPin>;

export const repinComment = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/comments/:commentId/pin',
  summary: 'Pin a thread to another element, with a picture of its surroundings when sent as a form.',
  who: 'anyone',
  token: 'comments:write',
  limit: 'comment',
  body: 'pin',
  input: z.strictObject({ id: SnapshotId, commentId: z.uuid() }),
  reply: z.object({ comment: Comment }),
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/snapshots/:id/comments/:commentId',
  summary: 'Delete your comment, or any on a snapshot of yours; with a thread go its replies.',
  who: 'anyone',
  token: 'comments:write',
  limit: 'comment',
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
    'All threads of a snapshot of yours as a file: JSON, CSV, a page to print with its pictures in it, or a zip of JSON, CSV and all files.',
  who: 'signed-in',
  token: 'comments:read',
  limit: 'export',
  input: z.strictObject({ id: SnapshotId, format: z._default(z.enum(EXPORT_FORMATS), 'json') }),
  /** Of the JSON; the other formats are no JSON. */
  reply: z.object({
    snapshot: z.object({ id: SnapshotId, name: z.string(), url: z.url() }),
    exportedAt: z.iso.datetime(),
    comments: z.array(Comment),
  }),
});

export const followThread = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/comments/:commentId/subscribe',
  summary: 'Follow one thread, or resume following it.',
  who: 'signed-in',
  token: 'comments:write',
  input: z.strictObject({ id: SnapshotId, commentId: z.uuid() }),
  reply: z.object({ subscription: Subscription }),
});

export const unfollowThread = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/comments/:commentId/unsubscribe',
  summary: 'Pause following one thread, also when it is followed with its snapshot.',
  who: 'signed-in',
  token: 'comments:write',
  input: z.strictObject({ id: SnapshotId, commentId: z.uuid() }),
  reply: z.object({ subscription: Subscription }),
});

/** Names for @mentions; never addresses. */
export const listPeople = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/people',
  summary:
    'Whom a comment can mention: the owner, reviewers, followers, and everyone who commented under a name.',
  who: 'anyone',
  token: 'comments:read',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ people: z.array(z.object({ name: z.string(), isOwner: z.boolean() })) }),
});

export const tellPresence = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/presence',
  summary: 'Say that you are looking, and hear who else is.',
  who: 'anyone',
  token: 'comments:read',
  limit: 'presence',
  input: z.strictObject({
    id: SnapshotId,
    /** Of this window; a random id that is kept nowhere. */
    windowId: z.uuid(),
    /** What a visitor calls themselves, when they have commented. */
    name: z._default(AuthorName, ''),
  }),
  reply: z.object({
    /** Everybody but this window's viewer; visitors without a name are counted only. */
    people: z.array(z.object({ name: z.string(), isOwner: z.boolean() })),
    visitors: z.int(),
  }),
});

export const readPins = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/versions/:version/pins',
  summary:
    'What you and your programs saw of each open pin on a version of yours; `elsewhere` is what was not looked at yet.',
  who: 'signed-in',
  token: 'comments:read',
  input: z.strictObject({ id: SnapshotId, version: VersionInPath }),
  reply: z.object({
    pins: z.array(z.object({ commentId: z.uuid(), status: z.enum(PIN_STATUSES), confidence: z.number() })),
  }),
});

/** What has become of the pins of open threads on one version, as a viewer of it saw it. */
export const reportPins = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/versions/:version/pins',
  summary:
    'Report what became of the pins on a version. The owner is notified of their own reports; a visitor’s first report is kept as a hint.',
  who: 'anyone',
  token: 'comments:read',
  limit: 'preview',
  input: z.strictObject({
    id: SnapshotId,
    version: VersionInPath,
    findings: z
      .array(
        z.strictObject({
          commentId: z.uuid(),
          status: z.enum(PIN_STATUSES),
          confidence: z.number().check(z.gte(0), z.lte(1)),
        }),
      )
      .check(z.maxLength(1000)),
  }),
  reply: z.object({ ok: z.literal(true) }),
});
