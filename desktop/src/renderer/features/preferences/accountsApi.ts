import { createSocketTicket } from '@stagelink/shared/contracts/live';
import { call } from '@stagelink/web/lib/api.ts';
import type { Account, Accounts } from '../../../protocol/accounts.ts';
import { invoke } from '../../lib/stagelink.ts';
import { ipcQueryClient, useIpcQuery } from '../../lib/ipcQueries.ts';

export const useAccounts = () => useIpcQuery('accounts.list');

const activeOf = (accounts: Accounts | undefined): Account | undefined =>
  accounts?.all.find(({ id }) => id === accounts.activeId);

export const useActiveAccount = (): Account | undefined => activeOf(useAccounts().data);

const activeNow = () => activeOf(ipcQueryClient.getQueryData<Accounts>(['accounts.list']));

export async function signOutActive(): Promise<void> {
  const account = activeNow();
  if (account) await invoke('accounts.signOut', account.id);
}

/** The live channel of the active account, directly at its server. */
export async function channelAddress(): Promise<string> {
  const [{ ticket }, accounts] = await Promise.all([call(createSocketTicket, {}), invoke('accounts.list')]);
  const address = new URL('/api/events', activeOf(accounts)?.server);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('token', ticket);
  return address.href;
}
