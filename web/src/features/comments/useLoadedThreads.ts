import { useEffect, useEffectEvent, useMemo } from 'react';
import { useComments } from './api.ts';
import { asComment, discardArrived, usePosts } from './outbox.ts';
import { threadsOf } from './threads.ts';

const NO_COMMENTS: [] = [];

/** Loads the threads of a snapshot, including comments being sent. */
export function useLoadedThreads(snapshotId: string, onListNeeded: () => void) {
  const { data, isPending, isError, error, refetch } = useComments(snapshotId);
  const posts = usePosts(snapshotId);
  // Entries of an earlier page may have arrived: the list decides.
  const unsent = useMemo(
    () => posts.filter(({ status }) => status === 'sending' || !isPending),
    [posts, isPending],
  );
  useEffect(() => {
    if (data) discardArrived(snapshotId, data);
  }, [snapshotId, data]);

  const all = useMemo(() => threadsOf([...unsent.map(asComment), ...(data ?? NO_COMMENTS)]), [unsent, data]);
  const byId = useMemo(() => new Map(unsent.map((post) => [post.id, post])), [unsent]);

  const failedCount = unsent.filter(({ status }) => status === 'failed').length;
  const openList = useEffectEvent(onListNeeded);
  useEffect(() => {
    if (failedCount > 0) openList();
  }, [failedCount]);

  return {
    all,
    posts: byId,
    isPending,
    hasFailed: isError && data === undefined,
    failure: error,
    retry: () => void refetch(),
  };
}
