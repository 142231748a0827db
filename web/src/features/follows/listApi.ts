import * as api from '@stagelink/shared/contracts/follows';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { change, unlessGone, useChanged } from '../../lib/query/changes.ts';
import { queryClient } from '../../lib/queryClient.ts';

type Subscription = api.Subscription;

const key = ['subscriptions'] as const;

export function useFollowed(isAsked = true) {
  const { data, isError, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => (await call(api.listSubscriptions, {})).subscriptions,
    enabled: isAsked,
  });
  return { data: useChanged(key, data), isError, refetch };
}

export const invalidateFollows = () => queryClient.invalidateQueries({ queryKey: key });

async function changeFollow(
  id: string,
  apply: (list: Subscription[]) => Subscription[],
  act: () => Promise<unknown>,
): Promise<void> {
  await change({
    key,
    apply,
    act,
    subject: `follow ${id}`,
    refetch: () =>
      Promise.all([invalidateFollows(), queryClient.invalidateQueries({ queryKey: ['snapshots'] })]),
  });
}

export const setActive = (id: string, isActive: boolean): Promise<void> =>
  changeFollow(
    id,
    (list) => list.map((each) => (each.id === id ? { ...each, isActive } : each)),
    () => call(api.updateSubscription, { id, isActive }),
  );

export const unsubscribe = (id: string): Promise<void> =>
  changeFollow(
    id,
    (list) => list.filter((each) => each.id !== id),
    () => unlessGone(call(api.deleteSubscription, { id })),
  );
