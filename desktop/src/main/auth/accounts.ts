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

async function sealEntry(vault: Vault, entry: Entry): Promise<Entry> {
  if (entry.token === null) return entry;
  return { ...entry, sealed: (await vault.seal(entry.token)).toString('base64'), isSealed: true };
}

/** Decrypts a sealed token, or encrypts one that is only in memory. */
async function sealOrUnseal(vault: Vault, entry: Entry): Promise<Entry> {
  if (entry.token === null) return openEntry(vault, true, { ...entry.account, token: entry.sealed });
  return entry.isSealed ? entry : sealEntry(vault, entry).catch(() => entry);
}

const toAccount = ({ account, token }: Entry): Account => ({ ...account, isSignedIn: token !== null });

interface OpenedAccounts {
  entries: readonly Entry[];
  activeId: string | null;
  /** Whether the system stores tokens. */
  canKeep: boolean;
}

class KeptAccounts implements AccountStore {
  readonly #file: JsonFile<StoredAccounts>;
  readonly #vault: Vault;
  readonly #entries: Map<string, Entry>;
  readonly #listeners: (() => void)[] = [];
  #activeId: string | null;
  #canKeep: boolean;

  constructor(file: JsonFile<StoredAccounts>, vault: Vault, { entries, activeId, canKeep }: OpenedAccounts) {
    this.#file = file;
    this.#vault = vault;
    this.#entries = new Map(entries.map((entry) => [entry.account.id, entry]));
    this.#activeId = activeId;
    this.#canKeep = canKeep;
  }

  list(): Accounts {
    const all = Array.from(this.#entries.values(), toAccount);
    const warning = !this.#canKeep && all.some(({ isSignedIn }) => isSignedIn) ? NOT_KEPT : null;
    return { all, activeId: this.#activeId, warning };
  }

  active(): SignedIn | null {
    return this.#activeId === null ? null : this.find(this.#activeId);
  }

  find(id: string): SignedIn | null {
    const entry = this.#entries.get(id);
    return entry && entry.token !== null ? { account: toAccount(entry), token: entry.token } : null;
  }

  tokenOf(id: string): string | null {
    return this.#entries.get(id)?.token ?? null;
  }

  async keep(server: string, { user, sessionToken }: AuthReply): Promise<Account> {
    const id = `${server}/${user.uid}`;
    const account = { id, server, uid: user.uid, name: user.name, email: user.email };
    const sealed = this.#entries.get(id)?.sealed ?? null;
    const unsealed = { account, token: sessionToken, sealed, isSealed: false };
    const entry = this.#canKeep ? await sealEntry(this.#vault, unsealed) : unsealed;
    this.#entries.set(id, entry);
    this.#activeId = id;
    this.#store();
    return toAccount(entry);
  }

  use(id: string): void {
    if (!this.#entries.has(id))
      throw new UserError('not_found', 'This account is no longer on this computer.');
    this.#activeId = id;
    this.#store();
  }

  refuse(id: string, token: string): void {
    const entry = this.#entries.get(id);
    if (!entry || entry.token !== token) return;
    this.#entries.set(id, { ...entry, token: null, sealed: null, isSealed: false });
    this.#store();
  }

  forget(id: string): void {
    if (this.#entries.delete(id)) this.#store();
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async unlock(): Promise<void> {
    const pending = [...this.#entries.values()].filter(
      ({ token, sealed, isSealed }) => !isSealed && (token ?? sealed) !== null,
    );
    if (pending.length === 0 || !(await this.#vault.isAvailable())) return;
    this.#canKeep = true;
    const settled = await Promise.all(pending.map((entry) => sealOrUnseal(this.#vault, entry)));
    let hasChanged = false;
    for (const [index, entry] of settled.entries()) {
      // It was signed in or out meanwhile, or the keyring is still locked.
      if (!entry.isSealed || this.#entries.get(entry.account.id) !== pending[index]) continue;
      this.#entries.set(entry.account.id, entry);
      hasChanged = true;
    }
    if (hasChanged) this.#store();
  }

  /** Stores the accounts and reports the change. */
  #store(): void {
    const entries = this.#entries;
    if (this.#activeId === null || !entries.has(this.#activeId))
      this.#activeId = entries.keys().next().value ?? null;
    const accounts = Array.from(entries.values(), ({ account, sealed }) => ({ ...account, token: sealed }));
    this.#file.write({ activeId: this.#activeId, accounts });
    for (const listener of this.#listeners) listener();
  }
}

export async function openAccounts(file: JsonFile<StoredAccounts>, vault: Vault): Promise<AccountStore> {
  const { activeId, accounts } = file.read();
  const canKeep = await vault.isAvailable();
  const entries = await Promise.all(accounts.map((account) => openEntry(vault, canKeep, account)));
  return new KeptAccounts(file, vault, { entries, activeId, canKeep });
}
