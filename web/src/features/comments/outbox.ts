import { NetworkError } from '@stagelink/shared/client/call';
import * as api from '@stagelink/shared/contracts/comments';
import { pinOf } from '@stagelink/shared/domain/pins';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { t } from './viewerCopy.ts';
import { call } from '../../lib/api.ts';
import { addLatePicture, upsertComment } from './api.ts';
import { PickedPin } from './drafts.ts';
import { formBody, soon } from '../../lib/formBody.ts';
import { errorMessage, mayPass } from '../../lib/errorMessage.ts';
import { readStored, writeStored } from '../../lib/localStore.ts';
import { uuid } from '../../lib/uuid.ts';
import { anonymousId } from '../../lib/anonymousIdentity.ts';
import { callerIn } from '../snapshots/viewApi.ts';
import { createListeners } from '../../lib/listeners.ts';

/** A comment that is being sent. The client creates its id, so a retry does not write it twice. */
export interface Post {
  id: string;
  snapshotId: string;
  /** Who wrote it, as `callerIn` identifies them: it is neither shown to another person nor sent in their name. */
  author: string;
  parentId: string | null;
  text: string;
  /** The visitor's name; null for users. */
  visitorName: string | null;
  authorName: string;
  placed: PickedPin | null;
  /** Where a comment without a pin was written. */
  context: api.CommentContext | null;
  version: number;
  /** A picture of the element's surroundings; may still be rendering. */
  picture: Promise<Blob | null>;
  /** What was seen of the element, for coding agents. */
  inspection: Promise<string | null>;
  files: readonly File[];
  createdAt: number;
  status: 'sending' | 'failed';
  /** The server's message after a failure. */
  why: string;
  /** The server could not be reached: it is sent when the browser is online again. */
  isWaiting?: boolean;
  /** The server refused it, and would refuse it again. */
  isFinal?: boolean;
}

type NewPost = Omit<Post, 'id' | 'author' | 'createdAt' | 'status' | 'why' | 'isWaiting' | 'isFinal'>;

/** Where the posts of one person about one snapshot are kept. */
type Box = Pick<Post, 'snapshotId' | 'author'>;

/** The part of the outbox that survives a reload; files do not. */
const Kept = z.object({
  id: z.uuid(),
  parentId: z.nullable(z.uuid()),
  text: z.string(),
  visitorName: z.nullable(z.string()),
  authorName: z.string(),
  placed: z.nullable(PickedPin),
  context: z.nullable(api.CommentContext),
  version: z.int(),
  createdAt: z.int(),
  hadFiles: z.boolean(),
});
const KeptPosts = z.array(Kept);

const keyOf = ({ author, snapshotId }: Box) => `outbox-${author}-${snapshotId}`;
const boxOf = (snapshotId: string): Box => ({ snapshotId, author: callerIn(snapshotId) });
const NO_POSTS: readonly Post[] = [];
const outboxes = new Map<string, readonly Post[]>();
const { listen, notify } = createListeners();

function readKept(box: Box): z.infer<typeof KeptPosts> {
  try {
    return KeptPosts.safeParse(JSON.parse(readStored(keyOf(box)) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}

/** Restores comments that a previous page could not send. */
function restored({ snapshotId, author }: Box): readonly Post[] {
  const kept = readKept({ snapshotId, author });
  if (kept.length === 0) return NO_POSTS;
  return kept.map(({ hadFiles, ...post }) => ({
    ...post,
    snapshotId,
    author,
    picture: Promise.resolve(null),
    inspection: Promise.resolve(null),
    files: [],
    status: 'failed',
    why: hadFiles ? t('filesLost') : '',
  }));
}

function postsOf(box: Box): readonly Post[] {
  const known = outboxes.get(keyOf(box));
  if (known) return known;
  const posts = restored(box);
  outboxes.set(keyOf(box), posts);
  return posts;
}

function put(box: Box, posts: readonly Post[]): void {
  const ours = new Set([...postsOf(box), ...posts].map(({ id }) => id));
  // Keeps entries of other tabs.
  const others = readKept(box).filter(({ id }) => !ours.has(id));
  const own = posts.map((post) => ({ ...post, hadFiles: post.files.length > 0 }));
  const kept = [...others, ...z.parse(KeptPosts, own)];
  writeStored(keyOf(box), kept.length === 0 ? null : JSON.stringify(kept));
  outboxes.set(keyOf(box), posts);
  notify();
}

const change = (changed: Post, how: Partial<Post>) =>
  put(
    changed,
    postsOf(changed).map((post) => (post.id === changed.id ? { ...post, ...how } : post)),
  );

export const usePosts = (snapshotId: string): readonly Post[] =>
  useSyncExternalStore(listen, () => postsOf(boxOf(snapshotId)));

/** Whether a person has comments that were not sent. */
export const useHasUnsent = (box: Box): boolean =>
  useSyncExternalStore(listen, () => postsOf(box).length > 0);

const pinFieldsOf = ({ locator, selection, actions, further }: PickedPin['picked']) => ({
  ...pinOf(locator),
  locator,
  ...(selection && { selection }),
  ...(actions && { actions }),
  ...(further && { further }),
});

function fieldsOf(post: Post, inspection: string | null): api.NewComment {
  const { id, text, parentId, visitorName, placed, version } = post;
  const context = placed?.context ?? post.context;
  return {
    id,
    text,
    version,
    ...(parentId !== null && { parentId }),
    ...(visitorName !== null && { authorName: visitorName, anonymousUserId: anonymousId() }),
    ...(context && { context }),
    ...(placed && pinFieldsOf(placed.picked)),
    ...(inspection !== null && { inspection }),
  };
}

function followWith(late: Promise<Blob | null>, comment: api.Comment, { picked }: PickedPin): void {
  const { locator, selection, actions, further } = picked;
  const place = {
    locator,
    ...(selection && { selection }),
    ...(actions && { actions }),
    ...(further && { further }),
    version: comment.version,
  };
  // A thread without its picture is complete.
  void addLatePicture(comment, place, late).catch(() => undefined);
}

async function dispatch(post: Post): Promise<void> {
  try {
    const fields = fieldsOf(post, await soon(post.inspection));
    const { late, ...form } = await formBody(fields, post.picture, post.files);
    // The caller may have changed while a picture was rendered.
    if (post.author !== callerIn(post.snapshotId))
      return change(post, { status: 'failed', why: t('signedOut') });
    const { comment } = await call(api.postComment, { id: post.snapshotId }, form);
    await upsertComment(comment);
    discardPost(post);
    if (post.placed) followWith(late, comment, post.placed);
  } catch (error) {
    const isWaiting = error instanceof NetworkError;
    const why = isWaiting ? t('sentOnline') : errorMessage(error, '');
    change(post, { status: 'failed', why, isWaiting, isFinal: !mayPass(error) });
  }
}

const sending = new Map<string, Promise<void>>();

function send(post: Post): void {
  const sent = dispatch(post).finally(() => sending.delete(post.id));
  sending.set(post.id, sent);
}

/** Returns a promise that resolves when a comment has been sent, or undefined if it is not being sent. */
export const whenSent = (commentId: string): Promise<void> | undefined => sending.get(commentId);

/** Shows a comment as written and sends it. */
export function post(written: NewPost): string {
  const { author } = boxOf(written.snapshotId);
  const sent: Post = { ...written, id: uuid(), author, createdAt: Date.now(), status: 'sending', why: '' };
  put(sent, [...postsOf(sent), sent]);
  send(sent);
  return sent.id;
}

export function retryPost(failed: Post): void {
  change(failed, { status: 'sending', why: '', isWaiting: false, isFinal: false });
  send(failed);
}

window.addEventListener('online', () => {
  for (const posts of outboxes.values()) for (const each of posts) if (each.isWaiting) retryPost(each);
});

export function discardPost(discarded: Post): void {
  put(
    discarded,
    postsOf(discarded).filter(({ id }) => id !== discarded.id),
  );
}

/** Removes entries that the server already has, even if the response was lost. */
export function discardArrived(snapshotId: string, comments: readonly api.Comment[]): void {
  const box = boxOf(snapshotId);
  const posts = postsOf(box);
  const arrived = new Set(comments.map(({ id }) => id));
  const waiting = posts.filter(({ id }) => !arrived.has(id));
  if (waiting.length < posts.length) put(box, waiting);
}

/** Converts an entry to a comment for display. */
export function asComment(post: Post): api.Comment {
  const context = post.placed?.context ?? post.context;
  return {
    id: post.id,
    snapshotId: post.snapshotId,
    parentId: post.parentId,
    text: post.text,
    state: 'published',
    isPending: false,
    createdAt: post.createdAt,
    editedAt: null,
    author: null,
    authorName: post.authorName,
    isAnonymous: post.visitorName !== null,
    hasAccount: post.visitorName === null,
    isReviewer: false,
    isOwner: false,
    pinNumber: null,
    elementSelector: null,
    elementCoordinates: null,
    pinnedElement: null,
    locator: post.placed?.picked.locator ?? null,
    selection: post.placed?.picked.selection ?? null,
    actions: post.placed?.picked.actions ?? null,
    further: post.placed?.picked.further ?? null,
    context,
    trees: [],
    isBrief: false,
    crop: null,
    attachments: [],
    reactions: [],
    version: post.version,
    resolved: null,
    can: {
      edit: false,
      remove: false,
      resolve: false,
      reply: false,
      approve: false,
      repin: false,
      react: false,
      assign: false,
    },
    assignee: null,
    dueOn: null,
    isUnread: false,
    requestsChanges: false,
    following: null,
  };
}
