import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { IDEMPOTENCY_HOURS } from '@stagelink/shared/contracts/limits';
import { IdempotencyKey, type ManifestFile } from '@stagelink/shared/contracts/staging';
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import { parseInput } from '../../platform/http/invalidInput.ts';
import { finalized, type FinalizeResult } from './finalize.ts';
import * as repo from './idempotencyRepo.ts';

export type { StoredKey } from './idempotencyRepo.ts';

const oldest = (): Date => new Date(Date.now() - IDEMPOTENCY_HOURS * 3_600_000);

export const storedKey = (ownerId: string, key: string): repo.StoredKey => ({
  ownerId,
  keyHash: createHash('sha256').update(key).digest(),
});

/** Returns the key that a request names. */
export function keyOf(
  { headers }: IncomingMessage,
  ownerId: string,
  Key: typeof IdempotencyKey = IdempotencyKey,
): repo.StoredKey | null {
  const header = headers['idempotency-key'];
  return header === undefined ? null : storedKey(ownerId, parseInput(Key, header));
}

/** Hashes what a request asks for. With a secret: a password is part of it. */
export function hashRequest({ secrets }: Pick<App, 'secrets'>, input: object, files: ManifestFile[]): Buffer {
  const manifest = files.map(({ path, sha256 }) => `${sha256} ${path}`).sort();
  return createHmac('sha256', secrets.derive('idempotency'))
    .update(JSON.stringify([input, manifest]))
    .digest();
}

/** Reserves the key for a request in the transaction that publishes it. Returns false if it was used before. */
export const claim = (tx: Tx, key: repo.StoredKey, requestHash: Buffer): Promise<boolean> =>
  repo.claim(tx, key, requestHash, oldest());

export const { complete } = repo;

/** Returns what the key was used for. Throws if nothing may be staged with it. */
export async function findUse(db: Db, key: repo.StoredKey): Promise<repo.UseRow | undefined> {
  const use = await repo.find(db, key, oldest());
  if (use?.requestHash === null)
    throw new AppError('conflict', 'This Idempotency-Key was settled. Stage with another one.');
  return use;
}

const resultOf = async (app: App, { snapshotId, version }: repo.UseRow): Promise<FinalizeResult | null> =>
  snapshotId === null || version === null ? null : finalized(app, snapshotId, { version, threads: null });

/** Returns what the first request with the key staged. Throws if that was not the same request. */
export async function repeat(app: App, key: repo.StoredKey, requestHash: Buffer): Promise<FinalizeResult> {
  const use = await findUse(app.db, key);
  if (use?.requestHash && !use.requestHash.equals(requestHash)) {
    throw new AppError(
      'conflict',
      'This Idempotency-Key staged other files or settings. Send another key with another upload.',
    );
  }
  const result = use && (await resultOf(app, use));
  if (!result) throw new AppError('conflict', 'The snapshot this request staged was just deleted.');
  return result;
}

/** Returns what was staged with the key, or null after making sure that nothing will be. */
export async function settle(app: App, key: repo.StoredKey): Promise<FinalizeResult | null> {
  const isUnused = await app.db.transaction((tx) => repo.claim(tx, key, null, oldest()));
  const use = isUnused ? undefined : await repo.find(app.db, key, oldest());
  return use ? resultOf(app, use) : null;
}

export const prune = (db: Db): Promise<number> => repo.removeBefore(db, oldest());
