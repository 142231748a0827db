import * as api from '@stagelink/shared/contracts/accounts';
import type { Input, Reply } from '@stagelink/shared/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/queryClient.ts';
import type { Device } from './device.ts';
import { recheckSession } from './sessionApi.ts';

const signInOptionsKey = ['sign-in-options'] as const;
const askOptions = () => call(api.signInOptions, {});

/** Sign-in options of this server, constant while a page is open. */
export const useSignInOptions = () =>
  useQuery({ queryKey: signInOptionsKey, queryFn: askOptions, staleTime: Number.POSITIVE_INFINITY });

/** Retries after a failure. */
export const signInOptionsNow = (): Promise<Reply<typeof api.signInOptions>> =>
  queryClient.fetchQuery({ queryKey: signInOptionsKey, queryFn: askOptions, retry: false });

/** Each resolves to the server's message. */
export async function changePassword(input: Input<typeof api.changePassword>): Promise<string> {
  const { message } = await call(api.changePassword, input);
  void recheckSession();
  void invalidateSessions();
  return message;
}

export const useStorage = () => useQuery({ queryKey: ['storage'], queryFn: () => call(api.getStorage, {}) });

const change = ['address-change'] as const;

/** The new email address that awaits confirmation; null without one. */
export const useAddressChange = () =>
  useQuery({ queryKey: change, queryFn: async () => (await call(api.getAddressChange, {})).email });

export async function changeEmail(input: Input<typeof api.changeEmail>): Promise<void> {
  await call(api.changeEmail, input);
  await queryClient.invalidateQueries({ queryKey: change });
}

export async function cancelAddressChange(): Promise<void> {
  await call(api.cancelAddressChange, {});
  queryClient.setQueryData(change, null);
}

export async function sendVerification(): Promise<string> {
  return (await call(api.sendVerification, {})).message;
}

export async function forgotPassword(input: Input<typeof api.forgotPassword>): Promise<string> {
  return (await call(api.forgotPassword, input)).message;
}

export async function resetPassword(input: Input<typeof api.resetPassword>): Promise<string> {
  const { message } = await call(api.resetPassword, input);
  // The server ended the session of this browser.
  void recheckSession();
  return message;
}

export async function verifyEmail(input: Input<typeof api.verifyEmail>): Promise<string> {
  const { message } = await call(api.verifyEmail, input);
  void recheckSession();
  return message;
}

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
