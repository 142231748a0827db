import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AuthReply } from '@stagelink/shared/contracts/accounts';
import { expect, onTestFinished, test } from 'vitest';
import { StoredAccounts, NO_ACCOUNTS, openAccounts } from './accounts.ts';
import { jsonFile } from '../jsonFile.ts';
import type { Vault } from './vault.ts';

/** Replaces the system's keyring. */
const keyring = (isAvailable = true): Vault => ({
  isAvailable: async () => isAvailable,
  seal: async (secret) => Buffer.from(Array.from(Buffer.from(secret), (byte) => byte ^ 0x5a)),
  open: async (sealed) => Buffer.from(Array.from(sealed, (byte) => byte ^ 0x5a)).toString(),
});

const lockedKeyring: Vault = { ...keyring(), open: () => Promise.reject(new Error('The keyring is locked')) };

const reply = (uid: string, sessionToken: string): AuthReply =>
  ({
    ok: true,
    sessionToken,
    message: '',
    user: { uid, name: uid, email: `${uid}@example.com` },
  }) as AuthReply;

const STAGE = 'https://stage.example';

function place() {
  const folder = mkdtempSync(path.join(tmpdir(), 'accounts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'accounts.json');
  return { file, open: (vault: Vault) => openAccounts(jsonFile(file, StoredAccounts, NO_ACCOUNTS), vault) };
}

test('who signed in is there after the next start, and what is written opens nothing', async () => {
  const { file, open } = place();
  const first = await open(keyring());
  const account = await first.keep(STAGE, reply('ann', 'secret-of-ann'));
  expect(first.active()).toEqual({ account, token: 'secret-of-ann' });
  expect(readFileSync(file, 'utf8')).not.toContain('secret-of-ann');

  const second = await open(keyring());
  expect(second.active()).toEqual({ account, token: 'secret-of-ann' });
  expect(second.list().warning).toBeNull();
});

test('without a keyring nothing is written, and a warning is shown', async () => {
  const { file, open } = place();
  const first = await open(keyring(false));
  await first.keep(STAGE, reply('ann', 'secret-of-ann'));
  expect(first.active()?.token).toBe('secret-of-ann');
  expect(first.list().warning).toContain('signed in only until you quit');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ accounts: [{ uid: 'ann', token: null }] });

  const second = await open(keyring(false));
  expect(second.active()).toBeNull();
  expect(second.list()).toMatchObject({ all: [{ uid: 'ann', isSignedIn: false }], warning: null });
});

test('a keyring that is locked today gives the sign-in back tomorrow', async () => {
  const { open } = place();
  const account = await (await open(keyring())).keep(STAGE, reply('ann', 'secret-of-ann'));
  const locked = await open(lockedKeyring);
  expect(locked.active()).toBeNull();
  await locked.keep('https://other.example', reply('ben', 'secret-of-ben'));

  const again = await open(keyring());
  again.use(account.id);
  expect(again.active()?.token).toBe('secret-of-ann');
});

test('a token the server refuses is forgotten, one that came since is not', async () => {
  const { open } = place();
  const accounts = await open(keyring());
  const { id } = await accounts.keep(STAGE, reply('ann', 'old'));
  await accounts.keep(STAGE, reply('ann', 'new'));
  accounts.refuse(id, 'old');
  expect(accounts.tokenOf(id)).toBe('new');
  accounts.refuse(id, 'new');
  expect(accounts.find(id)).toBeNull();
  expect(accounts.list()).toMatchObject({ all: [{ id, isSignedIn: false }], activeId: id });
});

test('two people and two servers live side by side; who leaves hands over to who is left', async () => {
  const { open } = place();
  const accounts = await open(keyring());
  let changes = 0;
  accounts.onChange(() => (changes += 1));
  const ann = await accounts.keep(STAGE, reply('ann', 'a'));
  const ben = await accounts.keep('https://other.example', reply('ann', 'b'));
  expect(accounts.list()).toMatchObject({ activeId: ben.id, all: [{ id: ann.id }, { id: ben.id }] });
  accounts.forget(ben.id);
  expect(accounts.list()).toMatchObject({ activeId: ann.id, all: [{ id: ann.id }] });
  accounts.forget(ann.id);
  accounts.forget(ann.id);
  expect(accounts.list()).toEqual({ activeId: null, all: [], warning: null });
  expect(changes).toBe(4);
  expect(() => accounts.use(ann.id)).toThrow('no longer on this computer');
});

test('a damaged list is set aside and begun anew', async () => {
  const { file, open } = place();
  writeFileSync(file, '{"activeId": 3');
  expect((await open(keyring())).list().all).toEqual([]);
  const aside = readdirSync(path.dirname(file)).find((name) => name.includes('.damaged-')) ?? '';
  expect(readFileSync(path.join(path.dirname(file), aside), 'utf8')).toBe('{"activeId": 3');
});

/** A keyring that can be locked and unlocked while the companion runs. */
function switchedKeyring() {
  let isLocked = true;
  const real = keyring();
  const vault: Vault = { ...real, isAvailable: async () => !isLocked };
  return { vault, unlock: () => void (isLocked = false) };
}

test('a keyring that is unlocked later gives the sign-in back without a restart', async () => {
  const { open } = place();
  await (await open(keyring())).keep(STAGE, reply('ann', 'secret-of-ann'));
  const { vault, unlock } = switchedKeyring();
  const accounts = await open(vault);
  let changes = 0;
  accounts.onChange(() => (changes += 1));

  await accounts.unlock();
  expect([accounts.active(), changes]).toEqual([null, 0]);
  unlock();
  await accounts.unlock();
  await accounts.unlock();

  expect([accounts.active()?.token, changes]).toEqual(['secret-of-ann', 1]);
});

test('a sign-in while the keyring is locked is kept once it is unlocked, and loses nothing before', async () => {
  const { file, open } = place();
  await (await open(keyring())).keep(STAGE, reply('ann', 'first'));
  const before = readFileSync(file, 'utf8');
  const { vault, unlock } = switchedKeyring();
  const accounts = await open(vault);
  await accounts.keep(STAGE, reply('ann', 'second'));
  expect(accounts.list().warning).toContain('signed in only until you quit');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(before));

  unlock();
  await accounts.unlock();

  expect(accounts.list().warning).toBeNull();
  expect((await open(keyring())).active()?.token).toBe('second');
});
