import { createSocketTicket } from '@stagelink/shared/contracts/live';
import { call } from '../../../../web/src/data/api.ts';
import type { Account, Accounts } from '../../accounts.ts';
import { ask } from '../desk.ts';
import { machine, useMachine } from './machine.ts';

export const useAccounts = () => useMachine('accounts.list');

const activeOf = (accounts: Accounts | undefined): Account | undefined =>
  accounts?.all.find(({ id }) => id === accounts.activeId);

export const useActiveAccount = (): Account | undefined => activeOf(useAccounts().data);

const activeNow = () => activeOf(machine.getQueryData<Accounts>(['accounts.list']));

/** Signs out whoever is shown. */
export async function signOutActive(): Promise<void> {
  const account = activeNow();
  if (account) await ask('accounts.signOut', account.id);
}

/** The live channel of the account that is shown, straight to its server. */
export async function channelAddress(): Promise<string> {
  const [{ ticket }, accounts] = await Promise.all([call(createSocketTicket, {}), ask('accounts.list')]);
  const address = new URL('/api/events', activeOf(accounts)?.server);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('token', ticket);
  return address.href;
}
