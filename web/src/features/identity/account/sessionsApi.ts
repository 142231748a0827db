import * as api from '@stagelink/shared/contracts/accounts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/queryClient.ts';

const key = ['sessions'] as const;

export const useSessions = () =>
  useQuery({ queryKey: key, queryFn: async () => (await call(api.listSessions, {})).sessions });

export const invalidateSessions = () => queryClient.invalidateQueries({ queryKey: key });

export async function revokeSession(id: string): Promise<void> {
  await call(api.revokeSession, { id });
  await invalidateSessions();
}

/** Resolves to the number of ended sessions. */
export async function revokeOtherSessions(): Promise<number> {
  const { ended } = await call(api.revokeOtherSessions, {});
  await invalidateSessions();
  return ended;
}
