import path from 'node:path';
import { bytes } from '@stagelink/shared/domain/format';
import { DatabaseError } from 'pg';
import { backUp } from '../platform/backup/backup.ts';
import { type CheckedBackup, checkBackup, restore } from '../platform/backup/restore.ts';
import { openStore } from '../platform/blobs/open.ts';
import { MissingObject, StoreRejected } from '../platform/blobs/store.ts';
import { type Config, ConfigError, readConfig } from '../platform/config.ts';
import { AppError } from '../platform/http/errors.ts';
import { openDb } from '../platform/db/db.ts';
import { createSecrets, existingMasterSecret } from '../platform/secrets.ts';
import { checkMasterKeyOfPeers } from './peers.ts';
import { startDatabase } from './run.ts';

const USAGE = {
  backup: 'Usage: stagelink-server backup <file>',
  restore: 'Usage: stagelink-server restore <file> [--new-key]',
};
const NEW_KEY = '--new-key';

export interface CommandOptions {
  env: NodeJS.ProcessEnv;
  progress: (text: string) => void;
  signal?: AbortSignal;
}

async function keyIdOf({ secret, dataDir }: Config): Promise<string | null> {
  const master = secret ?? (await existingMasterSecret(dataDir));
  return master === null ? null : createSecrets(master).keyId;
}

const nameOfKey = ({ secret, dataDir }: Config) =>
  secret === null ? path.join(dataDir, 'secret') : 'STAGELINK_SECRET';

const CONTINUES = 'run the same command again, which continues there';

/** Returns the sentence for what an operator can do something about. */
function sentenceFor(cause: unknown, file: string): string | undefined {
  const { code = '', syscall, name, message } = cause as NodeJS.ErrnoException;
  if (name === 'AbortError') return `Stopped: ${CONTINUES}.`;
  if (cause instanceof StoreRejected) return cause.remedy;
  if (cause instanceof MissingObject)
    return `A file that the database names is missing in the store, so no backup of it is complete: ${message}.`;
  if (cause instanceof AppError && cause.code === 'storage_full')
    return `There is no room left where the files are stored: make room and ${CONTINUES}.`;
  if (cause instanceof AppError && cause.code === 'unavailable')
    return `The store of the files does not answer: ${CONTINUES}.`;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk of ${file} is full: make room and ${CONTINUES}.`;
  if (cause instanceof DatabaseError || syscall === 'connect')
    return `The database cannot be used: ${message || code}.`;
  return syscall === undefined ? undefined : `${file} cannot be used: ${message}.`;
}

function explain(cause: unknown, file: string): unknown {
  const sentence = sentenceFor(cause, file);
  return sentence === undefined ? cause : new ConfigError(sentence, { cause });
}

/** Runs `act` on the configured database, as it is. */
async function withDatabase<T>(config: Config, act: (directUrl: string) => Promise<T>): Promise<T> {
  const { directUrl, embedded } = await startDatabase(config);
  try {
    return await act(directUrl);
  } finally {
    await embedded?.stop();
  }
}

async function assertKeyOfPeers(directUrl: string, keyId: string): Promise<void> {
  const db = openDb(directUrl, 1);
  try {
    await checkMasterKeyOfPeers(db, keyId);
  } finally {
    await db.destroy();
  }
}

/** Runs `stagelink-server backup <file>`. Resolves to the output. */
export async function runBackupCommand([given, ...more]: string[], options: CommandOptions): Promise<string> {
  if (given === undefined || more.length > 0) throw new ConfigError(USAGE.backup);
  const file = path.resolve(given);
  const config = readConfig(options.env);
  const keyId = await keyIdOf(config);
  if (keyId === null) {
    throw new ConfigError(
      `There is no master key in ${config.dataDir}: run this command with the settings of the server (STAGELINK_DATA, or STAGELINK_SECRET and the others).`,
    );
  }
  const blobs = await openStore(config);
  const { bytes: size } = await withDatabase(config, async (directUrl) => {
    await assertKeyOfPeers(directUrl, keyId);
    return backUp({ directUrl, blobs, keyId, ...options }, file);
  }).catch((cause: unknown) => {
    throw explain(cause, file);
  });
  return `The backup is ${file} (${bytes(size)}). It does not contain the master key: keep ${nameOfKey(config)} too, in another place.`;
}

/** The key cannot be in the backup, so the person who restores has to bring it. */
async function assertSameKey(config: Config, { keyId }: CheckedBackup): Promise<void> {
  if ((await keyIdOf(config)) === keyId) return;
  throw new ConfigError(
    `This backup needs another master key: set STAGELINK_SECRET to the one of its server, or copy its file “secret” to ${path.join(config.dataDir, 'secret')}. If it is lost, ${NEW_KEY} restores all but passwords of snapshots and secrets of webhooks.`,
  );
}

/** Runs `stagelink-server restore <file>`. Resolves to the output. */
export async function runRestoreCommand(args: string[], options: CommandOptions): Promise<string> {
  const [given, ...more] = args.filter((arg) => arg !== NEW_KEY);
  if (given === undefined || more.length > 0) throw new ConfigError(USAGE.restore);
  const file = path.resolve(given);
  const config = readConfig(options.env);
  try {
    const backup = await checkBackup(file, options);
    if (!args.includes(NEW_KEY)) await assertSameKey(config, backup);
    const blobs = await openStore(config);
    await withDatabase(config, (directUrl) => restore({ directUrl, blobs, ...options }, backup));
    return `Restored the backup of ${backup.createdAt}, made by Stagelink ${backup.release}. The server can be started.`;
  } catch (cause) {
    throw explain(cause, file);
  }
}
