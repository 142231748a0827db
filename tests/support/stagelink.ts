import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROTOTYPES = path.join(ROOT, 'tests/prototypes');
export const PASSWORD = 'correct horse battery';

export interface Account {
  name: string;
  email: string;
  uid: string;
  /** Token for clients other than browsers. */
  token: string;
}

export interface StagedFolder {
  url: string;
  contentUrl: string;
  password: string | null;
  snapshotId: string;
  version: number;
}

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

async function call(
  server: string,
  route: string,
  body: unknown,
  token?: string,
  method = 'POST',
): Promise<unknown> {
  const answer = await fetch(server + route, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

const DECLINED = { skippedWelcome: true, checklistClosed: true };

/**
 * Creates an account and an access token through the public API. Unless it `isNew`, the account has skipped the welcome
 * and closed the checklist.
 */
export async function signUp(server: string, name: string, { isNew = false } = {}): Promise<Account> {
  const email = `${randomUUID()}@example.com`;
  const registered = await call(server, '/auth/register', { name, email, password: PASSWORD });
  const { user, sessionToken } = registered as { user: { uid: string }; sessionToken: string };
  if (!isNew) await call(server, '/api/onboarding', DECLINED, sessionToken, 'PUT');
  const created = await call(server, '/tokens/create', { description: 'Story' }, sessionToken);
  return { name, email, uid: user.uid, token: (created as { token: string }).token };
}

/** Returns the version of each of an account's snapshots. */
export async function versionsOf(server: string, { token }: Account): Promise<number[]> {
  const reply = await call(server, '/api/snapshots/list', undefined, token, 'GET');
  return (reply as { snapshots: { version: number }[] }).snapshots.map(({ version }) => version);
}

/** Copies a prototype's source, so that a story may change it. */
export async function copyPrototype(name: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const parent = await mkdtemp(path.join(tmpdir(), 'stagelink-prototype-'));
  const folder = path.join(parent, name);
  await cp(path.join(PROTOTYPES, name), folder, { recursive: true });
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}

/** Runs the built `stagelink` as a process with its own home folder. */
export function stagelink(server: string, account: Account, home: string, args: string[]): Promise<Ran> {
  // The whole environment, so that package managers find their registry, certificates and cache.
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_DATA_HOME: path.join(home, 'data'),
    npm_config_cache: path.join(process.env['HOME'] ?? home, '.npm'),
    STAGELINK_SERVER: server,
    STAGELINK_TOKEN: account.token,
    NO_COLOR: '1',
  };
  return new Promise((resolve) => {
    const options = { env, maxBuffer: 64 * 1024 * 1024 };
    execFile(
      process.execPath,
      [path.join(ROOT, 'cli/dist/stagelink.js'), ...args],
      options,
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
      },
    );
  });
}
