import { ApiError } from '@stagelink/shared/client';
import * as api from '@stagelink/shared/contracts/accounts';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { call, callQuietly, onSessionLost } from './api.ts';
import { queries } from './queries.ts';

/** Who is signed in, or why nobody is: `ended` means the server no longer knows our session. */
type Session =
  { user: api.User; because?: undefined } | { user: null; because: 'visitor' | 'signed-out' | 'ended' };

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

/** Something suggests that the session has ended: asks the server. No answer says nothing either way. */
export async function sessionIsDoubtful(): Promise<void> {
  const session = await askWhoIsSignedIn().catch(() => null);
  if (session && !session.user) lose();
}

export const useSession = () =>
  useQuery({ queryKey: key, queryFn: askWhoIsSignedIn, staleTime: Number.POSITIVE_INFINITY });

export async function login(input: Input<typeof api.login>): Promise<void> {
  become({ user: (await call(api.login, input)).user });
}

export async function register(input: Input<typeof api.register>): Promise<void> {
  become({ user: (await call(api.register, input)).user });
}

export async function logout(): Promise<void> {
  isLeaving = true;
  try {
    await call(api.logout, {});
    become({ user: null, because: 'signed-out' });
  } finally {
    isLeaving = false;
  }
}
