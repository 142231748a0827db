import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { UserError } from '@stagelink/shared/client/userError';
import { STORE_NOTICE } from '../../protocol/engine.ts';
import { type AgreementTable, agreementTable } from './buildConsents.ts';
import { type AnswerTable, answerTable } from './responseCache.ts';
import { type BuiltBranchTable, builtBranchTable } from './builtBranches.ts';
import { type FolderTable, folderTable } from './folders.ts';
import { type HashTable, hashTable } from './hashes.ts';
import { type HistoryTable, historyTable } from './history.ts';
import { type LogTable, logTable } from './logs.ts';
import { type ManifestTable, manifestTable } from './manifests.ts';
import { MIGRATIONS } from './migrations.ts';
import { type QueueTable, queueTable } from './queue.ts';
import { type RunningTable, runningTable } from './running.ts';

const FILE = 'companion.sqlite';

/** The companion's database: one SQLite file. */
export interface Store {
  folders: FolderTable;
  agreements: AgreementTable;
  builtBranches: BuiltBranchTable;
  hashes: HashTable;
  manifests: ManifestTable;
  history: HistoryTable;
  queue: QueueTable;
  running: RunningTable;
  logs: LogTable;
  answers: AnswerTable;
  /** Runs `work` in a transaction. */
  together: (work: () => void) => void;
  close: () => void;
}

export interface OpenedStore {
  store: Store;
  /** Message for the user when an unusable file was set aside. */
  replaced: string | null;
}

/** The file opens but cannot be used. */
class Unusable extends Error {}

function migrate(database: Database.Database): void {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version > MIGRATIONS.length) {
    throw new UserError(
      'store_newer',
      'A newer version of Stagelink was used on this computer. This version cannot read its data.',
      'Install the newest version. Nothing was changed.',
    );
  }
  // The engine starts on a full disk if there is nothing to write.
  if (version === MIGRATIONS.length) return;
  database.transaction(() => {
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
    database.pragma(`user_version = ${MIGRATIONS.length}`);
  })();
}

function openDatabase(file: string): Database.Database {
  const database = new Database(file);
  try {
    // First read of the file; fails when it is not a database.
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.pragma('foreign_keys = ON');
    if (database.pragma('integrity_check', { simple: true }) !== 'ok') throw new Unusable('it is damaged');
    migrate(database);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_ERROR']);

/**
 * Returns null when the file is not at fault, for example on a full disk: setting it aside would lose data
 * without need.
 */
function whyUnusable(cause: unknown): string | null {
  if (cause instanceof Unusable) return cause.message;
  if (!(cause instanceof Database.SqliteError)) return null;
  return DAMAGED.has(cause.code) || cause.code.startsWith('SQLITE_CORRUPT') ? 'it is damaged' : null;
}

/** A matter of permissions, or of a scanner: what is in it is as good as ever. */
const cannotOpen = (file: string): UserError =>
  new UserError(
    'store_locked',
    `${file} could not be opened.`,
    'Check that you can read and write it and its folder.',
  );

/** Moves the file and its companions out of the way, and returns a message about it. */
function setAside(file: string, why: string, today: Date): string {
  const stamp = today.toISOString().replaceAll(/[:.]/g, '-');
  const aside = file.replace(/\.sqlite$/, `.damaged-${stamp}.sqlite`);
  const message = `The companion’s data could not be used, because ${why}. It was saved as ${path.basename(aside)} and created again. Add your folders again. Your snapshots are unaffected.`;
  // First: what is set aside must not be missing without a word, whatever ends the engine next.
  writeFileSync(path.join(path.dirname(file), STORE_NOTICE), JSON.stringify(message), { mode: 0o600 });
  for (const ending of ['', '-wal', '-shm']) {
    if (existsSync(file + ending)) renameSync(file + ending, aside + ending);
  }
  return message;
}

/** Opens or creates the store in a folder. Sets an unusable file aside instead of deleting it. */
export function openStore(folder: string, today = new Date()): OpenedStore {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, FILE);
  try {
    return { store: storeOver(openDatabase(file)), replaced: null };
  } catch (cause) {
    if (cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_CANTOPEN'))
      throw cannotOpen(file);
    const why = whyUnusable(cause);
    if (why === null) throw cause;
    const replaced = setAside(file, why, today);
    return { store: storeOver(openDatabase(file)), replaced };
  }
}

/** Creates the tables' functions for a migrated database. */
export function storeOver(database: Database.Database): Store {
  return {
    folders: folderTable(database),
    agreements: agreementTable(database),
    builtBranches: builtBranchTable(database),
    hashes: hashTable(database),
    manifests: manifestTable(database),
    history: historyTable(database),
    queue: queueTable(database),
    running: runningTable(database),
    logs: logTable(database),
    answers: answerTable(database),
    together: (work) => database.transaction(work)(),
    close: () => void database.close(),
  };
}
