import { ApiError } from '@stagelink/shared/client/call';
import * as api from '@stagelink/shared/contracts/comments';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { type CommentPolicy, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { formBody } from '../../lib/formBody.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { invalidateSnapshotView } from '../snapshots/viewApi.ts';
import { withOpenedRead } from './openedThreads.ts';
import { anonymousId } from '../../lib/anonymousIdentity.ts';

type Comments = api.Comment[];

const keyOf = (snapshotId: string) => ['comments', snapshotId] as const;

export const useComments = (snapshotId: string) =>
  useQuery({
    queryKey: keyOf(snapshotId),
    queryFn: async () => (await call(api.listComments, { id: snapshotId })).comments,
    select: withOpenedRead,
  });

export const invalidateComments = (snapshotId: string) =>
  queryClient.invalidateQueries({ queryKey: keyOf(snapshotId) });

interface ListSnapshot {
  /** The list before the change. */
  before: Comments | undefined;
  /** The list was being fetched and must be fetched again. */
  wasFetching: boolean;
}

/** Changes the cached list. Cancels a fetch in flight, whose reply is older. */
async function show(snapshotId: string, how: (comments: Comments) => Comments): Promise<ListSnapshot> {
  const queryKey = keyOf(snapshotId);
  const wasFetching = queryClient.isFetching({ queryKey, exact: true }) > 0;
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData<Comments>(queryKey);
  if (before) queryClient.setQueryData<Comments>(queryKey, how(before));
  return { before, wasFetching };
}

/** Applies a change the server has made, and restarts a fetch it interrupted. */
export async function changeComments(
  snapshotId: string,
  how: (comments: Comments) => Comments,
): Promise<void> {
  const { wasFetching } = await show(snapshotId, how);
  if (wasFetching) void invalidateComments(snapshotId);
}

/** Replaces a comment in the list, or appends it. */
export const upsertComment = (comment: api.Comment) =>
  changeComments(comment.snapshotId, (comments) =>
    comments.some(({ id }) => id === comment.id)
      ? comments.map((each) => (each.id === comment.id ? comment : each))
      : [...comments, comment],
  );

/** Removes a comment; with a root, its replies too. */
const without = (commentId: string) => (comments: Comments) =>
  comments.filter(({ id, parentId }) => id !== commentId && parentId !== commentId);

export const removeCachedComment = (snapshotId: string, commentId: string) =>
  changeComments(snapshotId, without(commentId));

/** Refetches a single thread and replaces it in the list. */
export async function readThread(snapshotId: string, commentId: string): Promise<void> {
  const state = queryClient.getQueryState(keyOf(snapshotId));
  // A list in flight may be older than this thread.
  if (!state?.data || state.fetchStatus === 'fetching') return invalidateComments(snapshotId);
  try {
    const { comments: thread } = await call(api.readThread, { id: snapshotId, commentId });
    const ids = new Set(thread.map(({ id }) => id));
    const rootId = thread[0]?.id;
    const isOfThread = ({ id, parentId }: api.Comment) => ids.has(id) || parentId === rootId;
    await changeComments(snapshotId, (comments) => [
      ...comments.filter((each) => !isOfThread(each)),
      ...thread,
    ]);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found')
      await removeCachedComment(snapshotId, commentId);
    else await invalidateComments(snapshotId);
  }
}

/** Adds the details that the list omits. */
const keepDetails = (snapshotId: string, whole: Comments) =>
  changeComments(snapshotId, (comments) => {
    const byId = new Map(whole.map((comment) => [comment.id, comment]));
    return comments.map((each) => {
      const details = each.isBrief ? byId.get(each.id) : undefined;
      return details
        ? {
            ...each,
            locator: details.locator,
            selection: details.selection,
            actions: details.actions,
            context: details.context,
            isBrief: false,
          }
        : each;
    });
  });

/** Above this number, refetch the whole list instead of single threads. */
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

/** Fetches the details of these threads, again after each refetch of the list. */
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

/** Updates the cache at once and reverts if the server rejects the change. */
export async function optimistically(
  snapshotId: string,
  how: (comments: Comments) => Comments,
  act: () => Promise<unknown>,
): Promise<void> {
  const { before, wasFetching } = await show(snapshotId, how);
  try {
    await act();
  } catch (error) {
    if (before) queryClient.setQueryData(keyOf(snapshotId), before);
    void invalidateComments(snapshotId);
    throw error;
  }
  if (wasFetching) void invalidateComments(snapshotId);
}

type Change = Omit<Input<typeof api.updateComment>, 'id' | 'commentId' | 'anonymousUserId'>;

/** A visitor proves authorship with the browser's anonymous id. */
const proof = ({ isAnonymous }: api.Comment) => (isAnonymous ? { anonymousUserId: anonymousId() } : {});

function update(comment: api.Comment, shown: Partial<api.Comment>, change: Change): Promise<void> {
  const { id, snapshotId } = comment;
  return optimistically(
    snapshotId,
    (comments) => comments.map((each) => (each.id === id ? { ...each, ...shown } : each)),
    async () => {
      const input = { ...change, ...proof(comment), id: snapshotId, commentId: id };
      await upsertComment((await call(api.updateComment, input)).comment);
    },
  );
}

export const editComment = (comment: api.Comment, text: string) => update(comment, { text }, { text });

export const resolve = (comment: api.Comment, version: number) =>
  update(comment, { state: 'resolved' }, { state: 'resolved', version });

export const reopen = (comment: api.Comment) =>
  update(comment, { state: 'published', resolved: null }, { state: 'published' });

export const approve = (comment: api.Comment) => update(comment, { isPending: false }, { isPending: false });

type Place = Omit<api.NewPin, 'anonymousUserId'>;

const isAtSamePin = (a: api.Comment, b: api.Comment) =>
  a.elementSelector === b.elementSelector &&
  a.elementCoordinates?.x === b.elementCoordinates?.x &&
  a.elementCoordinates?.y === b.elementCoordinates?.y;

/** Adds the picture that was not ready when the pin was sent, unless the pin was moved meanwhile. */
export async function addLatePicture(
  sent: api.Comment,
  place: Place,
  late: Promise<Blob | null>,
): Promise<void> {
  const picture = await late;
  const comments = queryClient.getQueryData<Comments>(keyOf(sent.snapshotId));
  const current = comments?.find(({ id }) => id === sent.id);
  if (!picture || !current || current.crop || !current.can.repin || !isAtSamePin(current, sent)) return;
  await sendPin(current, place, Promise.resolve(picture));
}

async function sendPin(comment: api.Comment, place: Place, picture: Promise<Blob | null>): Promise<void> {
  const { id: commentId, snapshotId } = comment;
  const { late, ...body } = await formBody({ ...place, ...proof(comment) }, picture);
  const sent = (await call(api.repinComment, { id: snapshotId, commentId }, body)).comment;
  await upsertComment(sent);
  // A thread without its picture is complete.
  void addLatePicture(sent, place, late).catch(() => undefined);
}

/** Moves a thread's pin to another element. The picture may follow later. */
export function repin(comment: api.Comment, place: Place, picture: Promise<Blob | null>): Promise<void> {
  const { id, snapshotId } = comment;
  return optimistically(
    snapshotId,
    (comments) =>
      comments.map((each) =>
        each.id === id
          ? {
              ...each,
              locator: place.locator,
              selection: place.selection ?? null,
              actions: place.actions ?? null,
              crop: null,
            }
          : each,
      ),
    () => sendPin(comment, place, picture),
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

/** Fetched at the first mention and cached. */
export const usePeople = (snapshotId: string, isAsked: boolean) =>
  useQuery({
    queryKey: ['people', snapshotId],
    queryFn: async () => (await call(api.listPeople, { id: snapshotId })).people,
    enabled: isAsked,
  });

export async function setCommentPolicy(snapshotId: string, commentPolicy: CommentPolicy): Promise<void> {
  await call(updateSnapshot, { id: snapshotId, commentPolicy });
  await invalidateSnapshotView(snapshotId);
}
