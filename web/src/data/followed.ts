import * as api from '@stagelink/shared/contracts/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { queries } from './queries.ts';

type Subscription = api.Subscription;

const key = ['subscriptions'] as const;

/** Every thread and snapshot whose comments are followed. */
export const useFollowed = (isAsked = true) =>
  useQuery({
    queryKey: key,
    queryFn: async () => (await call(api.listSubscriptions, {})).subscriptions,
    enabled: isAsked,
  });

export const followedAreStale = () => queries.invalidateQueries({ queryKey: key });

/** Shows the list as it will be, and as it was again when the server refuses. */
async function optimistically(
  change: (list: Subscription[]) => Subscription[],
  act: () => Promise<unknown>,
): Promise<void> {
  await queries.cancelQueries({ queryKey: key });
  const before = queries.getQueryData<Subscription[]>(key);
  queries.setQueryData<Subscription[]>(key, (list) => list && change(list));
  try {
    await act();
  } catch (error) {
    queries.setQueryData(key, before);
    throw error;
  } finally {
    void queries.invalidateQueries({ queryKey: key });
    void queries.invalidateQueries({ queryKey: ['snapshots'] });
  }
}

export const setActive = (id: string, isActive: boolean): Promise<void> =>
  optimistically(
    (list) => list.map((each) => (each.id === id ? { ...each, isActive } : each)),
    () => call(api.updateSubscription, { id, isActive }),
  );

export const unsubscribe = (id: string): Promise<void> =>
  optimistically(
    (list) => list.filter((each) => each.id !== id),
    () => call(api.deleteSubscription, { id }),
  );
