import { useEffect, useMemo } from 'react';
import { useComments } from './api.ts';
import { asComment, discardArrived, usePosts } from './outbox.ts';
import { threadsOf } from './threads.ts';

const NO_COMMENTS: [] = [];

/** Loads the threads of a snapshot, including comments being sent. */
export function useThreadList(snapshotId: string) {
  const { data, isPending, isError, refetch } = useComments(snapshotId);
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

  return {
    all,
    posts: byId,
    failedCount: unsent.filter(({ status }) => status === 'failed').length,
    isPending,
    hasFailed: isError && data === undefined,
    retry: () => void refetch(),
  };
}
