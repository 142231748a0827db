import * as api from '@stagelink/shared/contracts/accounts';
import type { Input, Reply } from '@stagelink/shared/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { queries } from './queries.ts';
import { sessionIsDoubtful } from './session.ts';
import { sessionsAreStale } from './sessions.ts';

const options = ['sign-in-options'] as const;
const askOptions = () => call(api.signInOptions, {});

/** How this server is set up, which does not change while a page is open. */
export const useSignInOptions = () =>
  useQuery({ queryKey: options, queryFn: askOptions, staleTime: Number.POSITIVE_INFINITY });

/** Asks once more after the question had failed. */
export const signInOptionsNow = (): Promise<Reply<typeof api.signInOptions>> =>
  queries.fetchQuery({ queryKey: options, queryFn: askOptions, retry: false });

/** Each answers with the sentence the server has for the person. */
export async function changePassword(input: Input<typeof api.changePassword>): Promise<string> {
  const { message } = await call(api.changePassword, input);
  void sessionIsDoubtful();
  void sessionsAreStale();
  return message;
}

/** How much the account's files take, and how much they may. */
export const useStorage = () => useQuery({ queryKey: ['storage'], queryFn: () => call(api.getStorage, {}) });

const change = ['address-change'] as const;

/** The address the account's is about to change to; null when none is. */
export const useAddressChange = () =>
  useQuery({ queryKey: change, queryFn: async () => (await call(api.getAddressChange, {})).email });

export async function changeEmail(input: Input<typeof api.changeEmail>): Promise<void> {
  await call(api.changeEmail, input);
  await queries.invalidateQueries({ queryKey: change });
}

export async function cancelAddressChange(): Promise<void> {
  await call(api.cancelAddressChange, {});
  queries.setQueryData(change, null);
}

export async function sendVerification(): Promise<string> {
  return (await call(api.sendVerification, {})).message;
}

export async function forgotPassword(input: Input<typeof api.forgotPassword>): Promise<string> {
  return (await call(api.forgotPassword, input)).message;
}

export async function resetPassword(input: Input<typeof api.resetPassword>): Promise<string> {
  const { message } = await call(api.resetPassword, input);
  // Whoever was signed in here is not any more.
  void sessionIsDoubtful();
  return message;
}

export async function verifyEmail(input: Input<typeof api.verifyEmail>): Promise<string> {
  const { message } = await call(api.verifyEmail, input);
  void sessionIsDoubtful();
  return message;
}
