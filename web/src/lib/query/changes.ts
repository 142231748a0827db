import { ApiError } from '@stagelink/shared/client/call';
import { notifyManager, type QueryKey } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { mayHelpToRetry, queryClient } from '../queryClient.ts';

/** Changes the data of a query. Data that has the change already stays as it is. */
export type Apply<Data> = (data: Data, key: QueryKey) => Data;

export interface Change<Data, Result> {
  /** Start of the keys of the queries that show it. */
  key: QueryKey;
  apply: Apply<Data>;
  act: () => Promise<Result>;
  /** Whether `act` may run again when its reply is lost. */
  isRepeatable?: boolean;
  /** Changes of one subject are sent one after the other. */
  subject?: string;
  /** Returns what the reply says about the data; `apply` if omitted. */
  taken?: (result: Result) => Apply<Data>;
  /** Refetches what the change affects. If omitted, the queries are refetched only when it was refused. */
  refetch?: () => Promise<unknown>;
}

const invalidate = (key: QueryKey) => queryClient.invalidateQueries({ queryKey: key });

/** Writes what the server has changed to cached data. Ends a fetch, whose reply may be older, and then refetches. */
export async function patch<Data>(
  key: QueryKey,
  how: Apply<Data>,
  refetch?: () => Promise<unknown>,
): Promise<void> {
  const wasFetching = queryClient.isFetching({ queryKey: key }) > 0;
  await queryClient.cancelQueries({ queryKey: key });
  for (const [each, data] of queryClient.getQueriesData<Data>({ queryKey: key }))
    if (data !== undefined) queryClient.setQueryData<Data>(each, how(data, each));
  if (refetch) void refetch();
  else if (wasFetching) void invalidate(key);
}

/** Shows a change over every reply about the data, until the server has taken or refused it. */
export function change<Data, Result>({
  key,
  apply,
  act,
  isRepeatable = true,
  subject,
  taken,
  refetch,
}: Change<Data, Result>): Promise<Result> {
  const mutation = queryClient.getMutationCache().build<Result, Error, Apply<Data>, unknown>(queryClient, {
    mutationKey: key,
    mutationFn: act,
    ...(subject !== undefined && { scope: { id: subject } }),
    retry: isRepeatable && mayHelpToRetry,
    onSuccess: (result) => patch(key, taken?.(result) ?? apply, refetch),
    onError(error) {
      // A refusal may mean that the data was outdated.
      if (error instanceof ApiError) void (refetch?.() ?? invalidate(key));
    },
  });
  return mutation.execute(apply);
}

/** Awaits a deletion, which is done when there is nothing to delete: an earlier attempt may have lost its reply. */
export async function unlessGone(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
  }
}

const mutations = queryClient.getMutationCache();
const onMutation = (listener: () => void) => mutations.subscribe(notifyManager.batchCalls(listener));
const pendingOf = (key: QueryKey) => mutations.findAll({ status: 'pending', mutationKey: key });

/** Returns the data of a query with the changes of this key that the server has not taken yet. */
export function useChanged<Data>(
  key: QueryKey,
  data: Data | undefined,
  queryKey: QueryKey = key,
): Data | undefined {
  const pending = useSyncExternalStore(onMutation, () =>
    pendingOf(key)
      .map(({ mutationId }) => mutationId)
      .join(),
  );
  return useMemo(() => {
    if (data === undefined || pending === '') return data;
    const changes = pendingOf(key).map(({ state }) => state.variables as Apply<Data>);
    return changes.reduce<Data>((shown, apply) => apply(shown, queryKey), data);
  }, [key, data, pending, queryKey]);
}
