import * as api from '@stagelink/shared/contracts/accounts';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { queries } from './queries.ts';

const key = ['sessions'] as const;

/** Where the account is signed in. */
export const useSessions = () =>
  useQuery({ queryKey: key, queryFn: async () => (await call(api.listSessions, {})).sessions });

export const sessionsAreStale = () => queries.invalidateQueries({ queryKey: key });

export async function revokeSession(id: string): Promise<void> {
  await call(api.revokeSession, { id });
  await sessionsAreStale();
}

/** Answers how many were ended. */
export async function revokeOtherSessions(): Promise<number> {
  const { ended } = await call(api.revokeOtherSessions, {});
  await sessionsAreStale();
  return ended;
}
