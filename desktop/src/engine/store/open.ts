import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { EngineError } from '../problems.ts';
import { type AgreementTable, agreementTable } from './agreements.ts';
import { type AnswerTable, answerTable } from './answers.ts';
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

/** The companion's memory: one SQLite file. */
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
  /** All or nothing of what `work` writes. */
  together: (work: () => void) => void;
  close: () => void;
}

export interface OpenedStore {
  store: Store;
  /** A sentence, when what was there could not be used and was set aside. */
  replaced: string | null;
}

/** Why a file that opens is of no use all the same. */
class Unusable extends Error {}

function migrate(database: Database.Database): void {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version > MIGRATIONS.length) {
    throw new EngineError(
      'store_newer',
      'A newer version of Stagelink has been used on this machine, and this one cannot read what it kept.',
      'Install the newest version. Nothing was changed.',
    );
  }
  // Without anything to write, a full disk does not keep the engine from starting.
  if (version === MIGRATIONS.length) return;
  database.transaction(() => {
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
    database.pragma(`user_version = ${MIGRATIONS.length}`);
  })();
}

function openDatabase(file: string): Database.Database {
  const database = new Database(file);
  try {
    // Reads the file for the first time: one that is no database is refused here.
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

/** Null when the fault is not the file's, such as a full disk: setting it aside would not help, and lose much. */
function whyUnusable(cause: unknown): string | null {
  if (cause instanceof Unusable) return cause.message;
  if (!(cause instanceof Database.SqliteError)) return null;
  return DAMAGED.has(cause.code) || cause.code.startsWith('SQLITE_CORRUPT') ? 'it is damaged' : null;
}

/** A matter of permissions, or of a scanner: what is in it is as good as ever. */
const cannotOpen = (file: string): EngineError =>
  new EngineError(
    'store_locked',
    `${file} could not be opened.`,
    'Make sure that you may read and write it and its folder.',
  );

/** Moves the file and what belongs to it out of the way. */
function setAside(file: string, today: Date): string {
  const stamp = today.toISOString().replaceAll(/[:.]/g, '-');
  const aside = file.replace(/\.sqlite$/, `.damaged-${stamp}.sqlite`);
  for (const ending of ['', '-wal', '-shm']) {
    if (existsSync(file + ending)) renameSync(file + ending, aside + ending);
  }
  return path.basename(aside);
}

/** Opens the store in a folder, and makes it when there is none. One that cannot be used is set aside, never deleted. */
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
    const aside = setAside(file, today);
    return {
      store: storeOver(openDatabase(file)),
      replaced: `The companion’s memory could not be used, because ${why}. It was kept as ${aside} and begun anew: add your folders again; nothing you staged is lost.`,
    };
  }
}

/** Every table over an open database that has them. */
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
