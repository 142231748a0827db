import * as api from '@stagelink/shared/contracts/comments';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { t } from '../words/comments.ts';
import { call } from './api.ts';
import { keepComment } from './comments.ts';
import { Placed } from './drafts.ts';
import { formBody } from './formBody.ts';
import { sentence } from './sentence.ts';
import { readStored, writeStored } from './stored.ts';
import { uuid } from './uuid.ts';
import { anonymousId } from './visitor.ts';

/** A comment on its way. Its id is ours, so however often it is sent it is written once. */
export interface Post {
  id: string;
  snapshotId: string;
  parentId: string | null;
  text: string;
  /** What a visitor calls themselves; null for somebody signed in. */
  visitorName: string | null;
  authorName: string;
  placed: Placed | null;
  /** Where somebody was who pinned nothing. */
  context: api.CommentContext | null;
  version: number;
  /** Of the element's surroundings; it may still be made. */
  picture: Promise<Blob | null>;
  files: readonly File[];
  createdAt: number;
  status: 'sending' | 'failed';
  /** What the server said when it failed. */
  why: string;
}

type NewPost = Omit<Post, 'id' | 'createdAt' | 'status' | 'why'>;

/** What outlives the page while a comment is on its way; files do not. */
const Kept = z.object({
  id: z.uuid(),
  parentId: z.nullable(z.uuid()),
  text: z.string(),
  visitorName: z.nullable(z.string()),
  authorName: z.string(),
  placed: z.nullable(Placed),
  context: z.nullable(api.CommentContext),
  version: z.int(),
  createdAt: z.int(),
  hadFiles: z.boolean(),
});
const KeptPosts = z.array(Kept);

const keyOf = (snapshotId: string) => `outbox-${snapshotId}`;
const NO_POSTS: readonly Post[] = [];
const outboxes = new Map<string, readonly Post[]>();
const listeners = new Set<() => void>();

function readKept(snapshotId: string): z.infer<typeof KeptPosts> {
  try {
    return KeptPosts.safeParse(JSON.parse(readStored(keyOf(snapshotId)) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}

/** What an earlier page could not send may be sent again. */
function restored(snapshotId: string): readonly Post[] {
  const kept = readKept(snapshotId);
  if (kept.length === 0) return NO_POSTS;
  return kept.map(({ hadFiles, ...post }) => ({
    ...post,
    snapshotId,
    picture: Promise.resolve(null),
    files: [],
    status: 'failed',
    why: hadFiles ? t('filesLost') : '',
  }));
}

function postsOf(snapshotId: string): readonly Post[] {
  const known = outboxes.get(snapshotId);
  if (known) return known;
  const posts = restored(snapshotId);
  outboxes.set(snapshotId, posts);
  return posts;
}

function put(snapshotId: string, posts: readonly Post[]): void {
  const ours = new Set([...postsOf(snapshotId), ...posts].map(({ id }) => id));
  // What another tab could not send stays there.
  const others = readKept(snapshotId).filter(({ id }) => !ours.has(id));
  const own = posts.map((post) => ({ ...post, hadFiles: post.files.length > 0 }));
  const kept = [...others, ...z.parse(KeptPosts, own)];
  writeStored(keyOf(snapshotId), kept.length === 0 ? null : JSON.stringify(kept));
  outboxes.set(snapshotId, posts);
  for (const listener of listeners) listener();
}

const change = ({ id, snapshotId }: Post, how: Partial<Post>) =>
  put(
    snapshotId,
    postsOf(snapshotId).map((post) => (post.id === id ? { ...post, ...how } : post)),
  );

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const usePosts = (snapshotId: string): readonly Post[] =>
  useSyncExternalStore(listen, () => postsOf(snapshotId));

const pinOf = ({ locator }: Placed['picked']) => ({
  elementSelector: locator.elementSelector,
  elementX: locator.elementCoordinates.x,
  elementY: locator.elementCoordinates.y,
  locator,
});

function fieldsOf(post: Post): api.NewComment {
  const { id, text, parentId, visitorName, placed, version } = post;
  const context = placed?.context ?? post.context;
  return {
    id,
    text,
    version,
    ...(parentId !== null && { parentId }),
    ...(visitorName !== null && { authorName: visitorName, anonymousUserId: anonymousId() }),
    ...(context && { context }),
    ...(placed && pinOf(placed.picked)),
  };
}

async function dispatch(post: Post): Promise<void> {
  try {
    const stream = await formBody(fieldsOf(post), post.picture, post.files);
    await keepComment((await call(api.postComment, { id: post.snapshotId }, stream)).comment);
    discardPost(post);
  } catch (error) {
    change(post, { status: 'failed', why: sentence(error, '') });
  }
}

/** Shows a comment as if it were written, and sends it. */
export function post(written: NewPost): string {
  const sent: Post = { ...written, id: uuid(), createdAt: Date.now(), status: 'sending', why: '' };
  put(sent.snapshotId, [...postsOf(sent.snapshotId), sent]);
  void dispatch(sent);
  return sent.id;
}

export function retryPost(failed: Post): void {
  change(failed, { status: 'sending', why: '' });
  void dispatch(failed);
}

export function discardPost({ id, snapshotId }: Post): void {
  put(
    snapshotId,
    postsOf(snapshotId).filter((each) => each.id !== id),
  );
}

/** What the server has needs no sending, even if we were never told that it arrived. */
export function discardArrived(snapshotId: string, comments: readonly api.Comment[]): void {
  const posts = postsOf(snapshotId);
  const arrived = new Set(comments.map(({ id }) => id));
  const waiting = posts.filter(({ id }) => !arrived.has(id));
  if (waiting.length < posts.length) put(snapshotId, waiting);
}

/** A post as the list shows it before the server has it. */
export function asComment(post: Post): api.Comment {
  const context = post.placed?.context ?? post.context;
  return {
    id: post.id,
    snapshotId: post.snapshotId,
    parentId: post.parentId,
    text: post.text,
    state: 'published',
    isHeld: false,
    createdAt: post.createdAt,
    editedAt: null,
    author: null,
    authorName: post.authorName,
    isAnonymous: post.visitorName !== null,
    isReviewer: false,
    isOwner: false,
    pinNumber: null,
    elementSelector: null,
    elementCoordinates: null,
    pinnedElement: null,
    locator: post.placed?.picked.locator ?? null,
    context,
    isBrief: false,
    crop: null,
    attachments: [],
    version: post.version,
    resolved: null,
    can: { edit: false, remove: false, resolve: false, reply: false, approve: false, repin: false },
    following: null,
  };
}
