import { ApiError } from '@stagelink/shared/client';
import * as api from '@stagelink/shared/contracts/comments';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { type CommentPolicy, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { formBody } from './formBody.ts';
import { queries } from './queries.ts';
import { viewIsStale } from './snapshotView.ts';
import { anonymousId } from './visitor.ts';

type Comments = api.Comment[];

const keyOf = (snapshotId: string) => ['comments', snapshotId] as const;

export const useComments = (snapshotId: string) =>
  useQuery({
    queryKey: keyOf(snapshotId),
    queryFn: async () => (await call(api.listComments, { id: snapshotId })).comments,
  });

export const commentsAreStale = (snapshotId: string) =>
  queries.invalidateQueries({ queryKey: keyOf(snapshotId) });

interface Shown {
  /** What was shown before. */
  before: Comments | undefined;
  /** The list had been asked for, and has to be asked for again. */
  wasAsked: boolean;
}

/** Changes the list that is shown; an answer under way tells of before, and is not waited for. */
async function show(snapshotId: string, how: (comments: Comments) => Comments): Promise<Shown> {
  const queryKey = keyOf(snapshotId);
  const wasAsked = queries.isFetching({ queryKey, exact: true }) > 0;
  await queries.cancelQueries({ queryKey });
  const before = queries.getQueryData<Comments>(queryKey);
  if (before) queries.setQueryData<Comments>(queryKey, how(before));
  return { before, wasAsked };
}

/** Shows what the server has done; what else was asked for is asked for again. */
async function change(snapshotId: string, how: (comments: Comments) => Comments): Promise<void> {
  const { wasAsked } = await show(snapshotId, how);
  if (wasAsked) void commentsAreStale(snapshotId);
}

/** Puts a comment as the server tells it where it was, or at the end. */
export const keepComment = (comment: api.Comment) =>
  change(comment.snapshotId, (comments) =>
    comments.some(({ id }) => id === comment.id)
      ? comments.map((each) => (each.id === comment.id ? comment : each))
      : [...comments, comment],
  );

/** With a thread go its replies. */
const without = (commentId: string) => (comments: Comments) =>
  comments.filter(({ id, parentId }) => id !== commentId && parentId !== commentId);

/** What somebody has deleted is shown no longer. */
export const dropComment = (snapshotId: string, commentId: string) => change(snapshotId, without(commentId));

/** Puts the thread of a comment as the server tells it now in the place of what is shown of it. */
export async function readThread(snapshotId: string, commentId: string): Promise<void> {
  const state = queries.getQueryState(keyOf(snapshotId));
  // A list that is on its way may have been written before.
  if (!state?.data || state.fetchStatus === 'fetching') return commentsAreStale(snapshotId);
  try {
    const { comments: thread } = await call(api.readThread, { id: snapshotId, commentId });
    const ids = new Set(thread.map(({ id }) => id));
    const rootId = thread[0]?.id;
    const isOfThread = ({ id, parentId }: api.Comment) => ids.has(id) || parentId === rootId;
    await change(snapshotId, (comments) => [...comments.filter((each) => !isOfThread(each)), ...thread]);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') await dropComment(snapshotId, commentId);
    else await commentsAreStale(snapshotId);
  }
}

/** Adds to the list what it has left out of these comments. */
const keepDetails = (snapshotId: string, whole: Comments) =>
  change(snapshotId, (comments) => {
    const byId = new Map(whole.map((comment) => [comment.id, comment]));
    return comments.map((each) => {
      const details = each.isBrief ? byId.get(each.id) : undefined;
      return details ? { ...each, locator: details.locator, context: details.context, isBrief: false } : each;
    });
  });

/** More threads than this at once are read sooner with all the others. */
export const FEW_THREADS = 4;

async function readDetails(snapshotId: string, threadIds: readonly string[]): Promise<void> {
  if (threadIds.length > FEW_THREADS) {
    const { comments } = await call(api.listComments, { id: snapshotId, details: 'all' });
    return keepDetails(snapshotId, comments);
  }
  for (const commentId of threadIds) {
    const { comments } = await call(api.readThread, { id: snapshotId, commentId });
    await keepDetails(snapshotId, comments);
  }
}

/** Reads what the list has left out of these threads, again whenever a new list has left it out. */
export function useDetails(snapshotId: string, threadIds: readonly string[]): void {
  useQuery({
    queryKey: ['comment details', snapshotId, threadIds],
    queryFn: async () => {
      await readDetails(snapshotId, threadIds);
      return null;
    },
    enabled: threadIds.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Shows a change at once, and takes it back when the server refuses it. */
async function optimistically(
  snapshotId: string,
  how: (comments: Comments) => Comments,
  act: () => Promise<unknown>,
): Promise<void> {
  const { before, wasAsked } = await show(snapshotId, how);
  try {
    await act();
  } catch (error) {
    if (before) queries.setQueryData(keyOf(snapshotId), before);
    void commentsAreStale(snapshotId);
    throw error;
  }
  if (wasAsked) void commentsAreStale(snapshotId);
}

type Change = Omit<Input<typeof api.updateComment>, 'id' | 'commentId' | 'anonymousUserId'>;

/** Whoever has no account proves by their browser's secret that a comment is theirs. */
const proof = ({ isAnonymous }: api.Comment) => (isAnonymous ? { anonymousUserId: anonymousId() } : {});

function update(comment: api.Comment, shown: Partial<api.Comment>, asked: Change): Promise<void> {
  const { id, snapshotId } = comment;
  return optimistically(
    snapshotId,
    (comments) => comments.map((each) => (each.id === id ? { ...each, ...shown } : each)),
    async () => {
      const input = { ...asked, ...proof(comment), id: snapshotId, commentId: id };
      await keepComment((await call(api.updateComment, input)).comment);
    },
  );
}

export const editComment = (comment: api.Comment, text: string) => update(comment, { text }, { text });

export const resolve = (comment: api.Comment, version: number) =>
  update(comment, { state: 'resolved' }, { state: 'resolved', version });

export const reopen = (comment: api.Comment) =>
  update(comment, { state: 'published', resolved: null }, { state: 'published' });

export const approve = (comment: api.Comment) => update(comment, { isHeld: false }, { isHeld: false });

/** Points a thread's pin at another element; until its picture is there, there is none. */
export function repin(
  comment: api.Comment,
  place: Required<Omit<api.NewPin, 'anonymousUserId'>>,
  picture: Promise<Blob | null>,
): Promise<void> {
  const { id: commentId, snapshotId } = comment;
  return optimistically(
    snapshotId,
    (comments) =>
      comments.map((each) =>
        each.id === commentId ? { ...each, locator: place.locator, crop: null } : each,
      ),
    async () => {
      const body = await formBody({ ...place, ...proof(comment) }, picture);
      await keepComment((await call(api.repinComment, { id: snapshotId, commentId }, body)).comment);
    },
  );
}

export function removeComment(comment: api.Comment): Promise<void> {
  const { id, snapshotId } = comment;
  return optimistically(snapshotId, without(id), () =>
    call(api.deleteComment, { id: snapshotId, commentId: id, ...proof(comment) }),
  );
}

export function followThread({ id, snapshotId }: api.Comment, isOn: boolean): Promise<void> {
  const following = isOn ? 'active' : 'paused';
  return optimistically(
    snapshotId,
    (comments) => comments.map((each) => (each.id === id ? { ...each, following } : each)),
    () => call(isOn ? api.followThread : api.unfollowThread, { id: snapshotId, commentId: id }),
  );
}

/** Asked when somebody begins to mention, and kept for a while. */
export const usePeople = (snapshotId: string, isAsked: boolean) =>
  useQuery({
    queryKey: ['people', snapshotId],
    queryFn: async () => (await call(api.listPeople, { id: snapshotId })).people,
    enabled: isAsked,
  });

/** Who may write on a snapshot of theirs. */
export async function setCommentPolicy(snapshotId: string, commentPolicy: CommentPolicy): Promise<void> {
  await call(updateSnapshot, { id: snapshotId, commentPolicy });
  await viewIsStale(snapshotId);
}
