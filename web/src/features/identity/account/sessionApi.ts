import { ApiError } from '@stagelink/shared/client/call';
import * as api from '@stagelink/shared/contracts/accounts';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { localTimeZone } from '@stagelink/shared/domain/timeZones';
import { useQuery } from '@tanstack/react-query';
import { call, callQuietly, onSessionLost } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/queryClient.ts';

/** Why there is no session: `ended` means the server no longer accepts it. */
export type SignedOutReason = 'visitor' | 'signed-out' | 'ended' | 'deleted';
type Session =
  | { user: api.User; because?: undefined; message?: undefined }
  /** `message` says why the server ended the session. */
  | { user: null; because: SignedOutReason; message?: string | undefined };

const sessionKey = ['session'] as const;

async function askWhoIsSignedIn(): Promise<Session> {
  try {
    return { user: (await callQuietly(api.me, {})).user };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated')
      return { user: null, because: 'visitor' };
    throw error;
  }
}

/** Clears everything cached for the previous user. */
function become(session: Session): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  queryClient.setQueryData<Session>(sessionKey, session);
}

/** True between a sign-out request and its response. */
let isLeaving = false;

function lose(message?: string): void {
  // Signing out is not reported as an ended session.
  if (isLeaving) return;
  if (queryClient.getQueryData<Session>(sessionKey)?.user) become({ user: null, because: 'ended', message });
}

onSessionLost(() => lose());

/** The server ends the session and says why. */
export const endSession = (message: string): void => lose(message);

/** Updates the cached account. Another tab may have signed in a different user: then clears everything. */
function keep(user: api.User): void {
  const known = queryClient.getQueryData<Session>(sessionKey)?.user;
  if (known?.uid === user.uid) queryClient.setQueryData<Session>(sessionKey, { user });
  else become({ user });
}

/** Asks the server whether the session is still valid. A failed request changes nothing. */
export async function recheckSession(): Promise<void> {
  const before = queryClient.getQueryData<Session>(sessionKey);
  const session = await askWhoIsSignedIn().catch(() => null);
  // The session changed while the request was in flight: its reply is older.
  if (queryClient.getQueryData<Session>(sessionKey) !== before) return;
  if (session?.user) keep(session.user);
  else if (session) lose();
}

export const useSession = () =>
  useQuery({ queryKey: sessionKey, queryFn: askWhoIsSignedIn, staleTime: Number.POSITIVE_INFINITY });

/** Returns the signed-in user if a page has asked for the session; never asks. */
export const useKnownUser = (): api.User | null =>
  useQuery({ queryKey: sessionKey, queryFn: askWhoIsSignedIn, enabled: false }).data?.user ?? null;

export async function login(input: Input<typeof api.login>): Promise<void> {
  become({ user: (await call(api.login, input)).user });
}

export async function register(input: Input<typeof api.register>): Promise<void> {
  become({ user: (await call(api.register, input)).user });
}

export async function updateProfile(input: Input<typeof api.updateProfile>): Promise<void> {
  keep((await call(api.updateProfile, input)).user);
}

export async function setTimeZone(input: Input<typeof api.setTimeZone>): Promise<void> {
  keep((await call(api.setTimeZone, input)).user);
}

/** Reports the time zone of this browser to the server, unless the person has chosen one. */
export async function noteTimeZone({ timeZone: known, isTimeZoneChosen }: api.User): Promise<void> {
  const timeZone = localTimeZone();
  if (!isTimeZoneChosen && timeZone !== known) await setTimeZone({ timeZone, isChosen: false });
}

/** Ends the session with `act`. */
async function leave(because: SignedOutReason, act: () => Promise<unknown>): Promise<void> {
  isLeaving = true;
  try {
    await act();
    become({ user: null, because });
  } finally {
    isLeaving = false;
  }
}

export const logout = () => leave('signed-out', () => call(api.logout, {}));

export const deleteAccount = (input: Input<typeof api.deleteAccount>) =>
  leave('deleted', () => call(api.deleteAccount, input));
