import path from 'node:path';
import * as z from 'zod';
import { configFolder, readJson, writeJson } from './files.ts';

const Account = z.object({
  uid: z.string(),
  email: z.string(),
  /** Present only on systems without a keyring. */
  token: z.string().optional(),
  /** The token was created for this command; a pasted one may be in use elsewhere. */
  isOwn: z.boolean().default(false),
});
type Account = z.infer<typeof Account>;

const Accounts = z.object({
  /** Used when no server is named. */
  server: z.string().optional(),
  servers: z.record(z.string(), Account).default({}),
});

const file = path.join(configFolder, 'accounts.json');
const SERVICE = 'stagelink';

function read(): z.infer<typeof Accounts> {
  const parsed = Accounts.safeParse(readJson(file) ?? {});
  return parsed.success ? parsed.data : { servers: {} };
}

export interface SignIn {
  uid: string;
  email: string;
  token: string;
  isOwn: boolean;
}

export const rememberedServer = (): string | undefined => read().server;

export const isSignedIn = (server: string): boolean => read().servers[server] !== undefined;

/** Loads the native keyring library, only when a token is stored in it. */
async function keyring(server: string): Promise<import('@napi-rs/keyring').Entry> {
  const { Entry } = await import('@napi-rs/keyring');
  return new Entry(SERVICE, server);
}

export async function signInFor(server: string): Promise<SignIn | null> {
  const account = read().servers[server];
  if (!account) return null;
  const { uid, email, isOwn } = account;
  if (account.token !== undefined) return { uid, email, isOwn, token: account.token };
  try {
    const token = (await keyring(server)).getPassword();
    return token === null ? null : { uid, email, isOwn, token };
  } catch {
    return null; // Locked or missing keyring: signing in again repairs it.
  }
}

/** Stores a sign-in: the token in the system's keyring, otherwise in a file with mode 0600. */
export async function keepSignIn(
  server: string,
  { uid, email, token, isOwn }: SignIn,
): Promise<'keyring' | 'file'> {
  const accounts = read();
  const inKeyring = await putInKeyring(server, token);
  accounts.servers[server] = { uid, email, isOwn, ...(inKeyring ? {} : { token }) };
  writeJson(file, { ...accounts, server });
  return inKeyring ? 'keyring' : 'file';
}

async function putInKeyring(server: string, token: string): Promise<boolean> {
  try {
    const entry = await keyring(server);
    entry.setPassword(token);
    return entry.getPassword() === token;
  } catch {
    return false; // No keyring, as on most servers.
  }
}

export async function forgetSignIn(server: string): Promise<void> {
  const accounts = read();
  const account = accounts.servers[server];
  if (!account) return;
  delete accounts.servers[server];
  writeJson(file, { ...accounts, ...(accounts.server === server ? { server: undefined } : {}) });
  if (account.token !== undefined) return;
  try {
    (await keyring(server)).deletePassword();
  } catch {
    // The token is revoked, so a leftover entry is harmless.
  }
}
