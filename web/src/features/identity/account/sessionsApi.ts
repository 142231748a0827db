import * as api from '@stagelink/shared/contracts/accounts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/queryClient.ts';
import type { Device } from './device.ts';

const key = ['sessions'] as const;

/** A session with what its user agent says. What reads user agents is large, so it is loaded with the list. */
export interface ListedSession extends api.Session {
  device: Device;
}

async function listSessions(): Promise<ListedSession[]> {
  const [{ sessions }, { deviceOf }] = await Promise.all([call(api.listSessions, {}), import('./device.ts')]);
  return sessions.map((session) => ({ ...session, device: deviceOf(session.userAgent) }));
}

export const useSessions = () => useQuery({ queryKey: key, queryFn: listSessions });

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
