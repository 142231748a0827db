import * as api from '@stagelink/shared/contracts/follows';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';

type Subscription = api.Subscription;

const key = ['subscriptions'] as const;

export const useFollowed = (isAsked = true) =>
  useQuery({
    queryKey: key,
    queryFn: async () => (await call(api.listSubscriptions, {})).subscriptions,
    enabled: isAsked,
  });

export const invalidateFollows = () => queryClient.invalidateQueries({ queryKey: key });

/** Updates the list at once and reverts if the server rejects the change. */
async function optimistically(
  change: (list: Subscription[]) => Subscription[],
  act: () => Promise<unknown>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey: key });
  const before = queryClient.getQueryData<Subscription[]>(key);
  queryClient.setQueryData<Subscription[]>(key, (list) => list && change(list));
  try {
    await act();
  } catch (error) {
    queryClient.setQueryData(key, before);
    throw error;
  } finally {
    void queryClient.invalidateQueries({ queryKey: key });
    void queryClient.invalidateQueries({ queryKey: ['snapshots'] });
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
