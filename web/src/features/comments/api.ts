import { ApiError } from '@stagelink/shared/client/call';
import * as api from '@stagelink/shared/contracts/comments';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { formBody } from '../../lib/formBody.ts';
import { type Apply, type Change, change, patch, useChanged } from '../../lib/query/changes.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { withOpenedRead } from './openedThreads.ts';
import { anonymousId } from '../../lib/anonymousIdentity.ts';

type Comments = api.Comment[];

const keyOf = (snapshotId: string) => ['comments', snapshotId] as const;

export function useComments(snapshotId: string) {
  const key = useMemo(() => keyOf(snapshotId), [snapshotId]);
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => (await call(api.listComments, { id: snapshotId })).comments,
    select: withOpenedRead,
  });
  return { data: useChanged(key, data), isPending, isError, error, refetch };
}

export const invalidateComments = (snapshotId: string) =>
  queryClient.invalidateQueries({ queryKey: keyOf(snapshotId) });

/** Applies a change the server has made. */
export const patchComments = (snapshotId: string, how: Apply<Comments>): Promise<void> =>
  patch(keyOf(snapshotId), how);

/** Replaces a comment in the list, or appends it. */
export const upserted = (comment: api.Comment) => (comments: Comments) =>
  comments.some(({ id }) => id === comment.id)
    ? comments.map((each) => (each.id === comment.id ? comment : each))
    : [...comments, comment];

export const upsertComment = (comment: api.Comment) => patchComments(comment.snapshotId, upserted(comment));

/** Removes a comment; with a root, its replies too. */
export const without = (commentId: string) => (comments: Comments) =>
  comments.filter(({ id, parentId }) => id !== commentId && parentId !== commentId);

export const removeCachedComment = (snapshotId: string, commentId: string) =>
  patchComments(snapshotId, without(commentId));

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
    await patchComments(snapshotId, (comments) => [
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
  patchComments(snapshotId, (comments) => {
    const byId = new Map(whole.map((comment) => [comment.id, comment]));
    return comments.map((each) => {
      const details = each.isBrief ? byId.get(each.id) : undefined;
      return details
        ? {
            ...each,
            locator: details.locator,
            selection: details.selection,
            actions: details.actions,
            further: details.further,
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

type ListChange<Result> = Omit<Change<Comments, Result>, 'key'>;

/** Shows a change of the list at once. */
export const changeComments = <Result>(snapshotId: string, how: ListChange<Result>): Promise<Result> =>
  change({ key: keyOf(snapshotId), ...how });

/** Shows a change of a comment at once. Changes of one comment are sent one after the other. */
export const changeComment = <Result>(
  { id, snapshotId }: Pick<api.Comment, 'id' | 'snapshotId'>,
  how: ListChange<Result>,
): Promise<Result> => changeComments(snapshotId, { subject: `comment ${id}`, ...how });

/** Replaces fields of a comment in the list. */
export const withFields = (id: string, shown: Partial<api.Comment>) => (comments: Comments) =>
  comments.map((each) => (each.id === id ? { ...each, ...shown } : each));

type Fields = Omit<Input<typeof api.updateComment>, 'id' | 'commentId' | 'anonymousUserId'>;

/** A visitor proves authorship with the browser's anonymous id. */
export const proof = ({ isAnonymous }: api.Comment) =>
  isAnonymous ? { anonymousUserId: anonymousId() } : {};

/** Changes fields of a comment, shown at once. */
export async function update(comment: api.Comment, shown: Partial<api.Comment>, sent: Fields): Promise<void> {
  const { id, snapshotId } = comment;
  await changeComment(comment, {
    apply: withFields(id, shown),
    act: () => call(api.updateComment, { ...sent, ...proof(comment), id: snapshotId, commentId: id }),
    taken: ({ comment: changed }) => upserted(changed),
  });
}

export const resolve = (comment: api.Comment, version: number) =>
  update(comment, { state: 'resolved' }, { state: 'resolved', version });

export const reopen = (comment: api.Comment) =>
  update(comment, { state: 'published', resolved: null }, { state: 'published' });

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

async function sendPin(
  comment: api.Comment,
  place: Place,
  picture: Promise<Blob | null>,
): Promise<api.Comment> {
  const { id: commentId, snapshotId } = comment;
  const { late, ...body } = await formBody({ ...place, ...proof(comment) }, picture);
  const sent = (await call(api.repinComment, { id: snapshotId, commentId }, body)).comment;
  await upsertComment(sent);
  // A thread without its picture is complete.
  void addLatePicture(sent, place, late).catch(() => undefined);
  return sent;
}

/** Moves a thread's pin to another element. The picture may follow later. */
export async function repin(
  comment: api.Comment,
  place: Place,
  picture: Promise<Blob | null>,
): Promise<void> {
  const { locator, selection = null, actions = null, further = null } = place;
  await changeComment(comment, {
    apply: withFields(comment.id, { locator, selection, actions, further, crop: null }),
    act: () => sendPin(comment, place, picture),
    taken: upserted,
  });
}

/** Fetched at the first mention and cached. */
export const usePeople = (snapshotId: string, isAsked: boolean) =>
  useQuery({
    queryKey: ['people', snapshotId],
    queryFn: async () => (await call(api.listPeople, { id: snapshotId })).people,
    enabled: isAsked,
  });
