import { ApiError } from '@stagelink/shared/client';
import * as api from '@stagelink/shared/contracts/accounts';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { call, callQuietly, onSessionLost } from './api.ts';
import { queries } from './queries.ts';

/** Why nobody is signed in: `ended` means the server no longer knows our session. */
export type Because = 'visitor' | 'signed-out' | 'ended' | 'deleted';
type Session = { user: api.User; because?: undefined } | { user: null; because: Because };

const key = ['session'] as const;

async function askWhoIsSignedIn(): Promise<Session> {
  try {
    return { user: (await callQuietly(api.me, {})).user };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated')
      return { user: null, because: 'visitor' };
    throw error;
  }
}

/** Forgets everything the server told the last user. */
function become(session: Session): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });
  queries.setQueryData<Session>(key, session);
}

/** Between asking to be signed out and being told so. */
let isLeaving = false;

function lose(): void {
  // Somebody who leaves, or has left, is not told that they were thrown out.
  if (isLeaving) return;
  if (queries.getQueryData<Session>(key)?.user) become({ user: null, because: 'ended' });
}

onSessionLost(lose);

/** Shows what the account is like by now. A browser may have changed hands in another tab: then everything is forgotten. */
function keep(user: api.User): void {
  const known = queries.getQueryData<Session>(key)?.user;
  if (known?.uid === user.uid) queries.setQueryData<Session>(key, { user });
  else become({ user });
}

/** What we know about the session may no longer be so: asks the server. No answer says nothing either way. */
export async function sessionIsDoubtful(): Promise<void> {
  const before = queries.getQueryData<Session>(key);
  const session = await askWhoIsSignedIn().catch(() => null);
  // Somebody signed in or out, or was renamed, while the answer was under way: it tells of before.
  if (queries.getQueryData<Session>(key) !== before) return;
  if (session?.user) keep(session.user);
  else if (session) lose();
}

export const useSession = () =>
  useQuery({ queryKey: key, queryFn: askWhoIsSignedIn, staleTime: Number.POSITIVE_INFINITY });

export async function login(input: Input<typeof api.login>): Promise<void> {
  become({ user: (await call(api.login, input)).user });
}

export async function register(input: Input<typeof api.register>): Promise<void> {
  become({ user: (await call(api.register, input)).user });
}

export async function updateProfile(input: Input<typeof api.updateProfile>): Promise<void> {
  keep((await call(api.updateProfile, input)).user);
}

/** Ends being signed in the way `act` does it. */
async function leave(because: Because, act: () => Promise<unknown>): Promise<void> {
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
