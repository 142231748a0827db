import type { App } from '../../platform/context.ts';
import * as repo from './repo.ts';

/** Logs a warning if snapshot passwords were encrypted with another master key. */
export async function checkMasterKey({ db, secrets, log }: App): Promise<void> {
  const sealed = await repo.anySealedPassword(db);
  if (!sealed || secrets.tryOpen(sealed) !== null) return;
  log.error(
    'Passwords of snapshots cannot be read with this master key: set STAGELINK_SECRET, or the file “secret” in the data folder, to the former key, or choose new passwords.',
  );
}
