import type { AuthReply } from '@stagelink/shared/contracts/accounts';
import * as z from 'zod';
import type { Account, Accounts } from '../../protocol/accounts.ts';
import type { JsonFile } from '../jsonFile.ts';
import { UserError } from '@stagelink/shared/client/userError';
import type { Vault } from './vault.ts';

const StoredAccount = z.object({
  id: z.string(),
  server: z.string(),
  uid: z.string(),
  name: z.string(),
  email: z.string(),
  /** Encrypted by the system, in base64; null when encryption failed or the account is signed out. */
  token: z.string().nullable(),
});
export const StoredAccounts = z.object({ activeId: z.string().nullable(), accounts: z.array(StoredAccount) });
export type StoredAccounts = z.infer<typeof StoredAccounts>;
export const NO_ACCOUNTS: StoredAccounts = { activeId: null, accounts: [] };

const NOT_KEPT =
  'This system has no secure storage, so you stay signed in only until you quit. Install a keyring such as GNOME Keyring or KWallet to stay signed in.';

/** An account with its token, which only the main process has. */
export interface SignedIn {
  account: Account;
  token: string;
}

/** Accounts signed in on this computer. Tokens are stored encrypted by the system, or not at all. */
export interface AccountStore {
  list: () => Accounts;
  active: () => SignedIn | null;
  /** Returns null when the account is signed out. */
  find: (id: string) => SignedIn | null;
  tokenOf: (id: string) => string | null;
  /** Stores a sign-in and makes it active. */
  keep: (server: string, reply: AuthReply) => Promise<Account>;
  use: (id: string) => void;
  /** Records that the server rejected this token; keeps a newer one. */
  refuse: (id: string, token: string) => void;
  forget: (id: string) => void;
  onChange: (listener: () => void) => void;
  /** Retries the keyring, which may have been locked when the companion started. */
  unlock: () => Promise<void>;
}

interface Entry {
  account: Omit<Account, 'isSignedIn'>;
  token: string | null;
  sealed: string | null;
  /** Whether `sealed` contains the current token. */
  isSealed: boolean;
}

async function openEntry(
  vault: Vault,
  canOpen: boolean,
  { token: sealed, ...account }: z.infer<typeof StoredAccount>,
): Promise<Entry> {
  // Kept: a keyring that is locked or missing today may be back tomorrow.
  const locked = { account, token: null, sealed, isSealed: false };
  if (sealed === null || !canOpen) return locked;
  try {
    const token = await vault.open(Buffer.from(sealed, 'base64'));
    return { account, token, sealed, isSealed: true };
  } catch {
    return locked;
  }
}

export async function openAccounts(file: JsonFile<StoredAccounts>, vault: Vault): Promise<AccountStore> {
  const kept = file.read();
  let canKeep = await vault.isAvailable();
  const opened = await Promise.all(kept.accounts.map((account) => openEntry(vault, canKeep, account)));
  const entries = new Map(opened.map((entry) => [entry.account.id, entry]));
  const listeners: (() => void)[] = [];
  let { activeId } = kept;

  function changed(): void {
    if (activeId === null || !entries.has(activeId)) activeId = entries.keys().next().value ?? null;
    const accounts = Array.from(entries.values(), ({ account, sealed }) => ({ ...account, token: sealed }));
    file.write({ activeId, accounts });
    for (const listener of listeners) listener();
  }

  const seal = async (entry: Entry): Promise<Entry> =>
    entry.token === null
      ? entry
      : { ...entry, sealed: (await vault.seal(entry.token)).toString('base64'), isSealed: true };

  /** Decrypts a sealed token, or encrypts one that is only in memory. */
  const sealOrUnseal = async (entry: Entry): Promise<Entry> => {
    if (entry.token !== null) return entry.isSealed ? entry : seal(entry).catch(() => entry);
    return openEntry(vault, true, { ...entry.account, token: entry.sealed });
  };

  const shown = ({ account, token }: Entry): Account => ({ ...account, isSignedIn: token !== null });

  function find(id: string): SignedIn | null {
    const entry = entries.get(id);
    return entry && entry.token !== null ? { account: shown(entry), token: entry.token } : null;
  }

  return {
    list() {
      const all = Array.from(entries.values(), shown);
      const warning = !canKeep && all.some(({ isSignedIn }) => isSignedIn) ? NOT_KEPT : null;
      return { all, activeId, warning };
    },
    active: () => (activeId === null ? null : find(activeId)),
    find,
    tokenOf: (id) => entries.get(id)?.token ?? null,
    async keep(server, { user, sessionToken }) {
      const id = `${server}/${user.uid}`;
      const account = { id, server, uid: user.uid, name: user.name, email: user.email };
      const kept = { account, token: sessionToken, sealed: entries.get(id)?.sealed ?? null, isSealed: false };
      const entry = canKeep ? await seal(kept) : kept;
      entries.set(id, entry);
      activeId = id;
      changed();
      return shown(entry);
    },
    use(id) {
      if (!entries.has(id)) throw new UserError('not_found', 'This account is no longer on this computer.');
      activeId = id;
      changed();
    },
    refuse(id, token) {
      const entry = entries.get(id);
      if (!entry || entry.token !== token) return;
      entries.set(id, { ...entry, token: null, sealed: null, isSealed: false });
      changed();
    },
    forget(id) {
      if (entries.delete(id)) changed();
    },
    onChange: (listener) => void listeners.push(listener),
    async unlock() {
      const pending = [...entries.values()].filter(
        ({ token, sealed, isSealed }) => !isSealed && (token ?? sealed) !== null,
      );
      if (pending.length === 0 || !(await vault.isAvailable())) return;
      canKeep = true;
      const settled = await Promise.all(pending.map(sealOrUnseal));
      let hasChanged = false;
      for (const [index, entry] of settled.entries()) {
        // It was signed in or out meanwhile, or the keyring is still locked.
        if (!entry.isSealed || entries.get(entry.account.id) !== pending[index]) continue;
        entries.set(entry.account.id, entry);
        hasChanged = true;
      }
      if (hasChanged) changed();
    },
  };
}
