import { createHmac } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { App } from '../app.ts';
import type { Db, Tx } from '../db/db.ts';
import type { LetterWords } from '../mail/letter.ts';

// People without an account stop mails with a link in each of them. Only a hash of their address is kept.

const PURPOSE = 'unsubscribe address';

export interface Recipient {
  email: string;
  snapshotId: string;
}

const hashOf = ({ secrets }: Pick<App, 'secrets'>, email: string): Buffer =>
  createHmac('sha256', secrets.derive('mail opt-out')).update(email).digest();

/** The links that stop mails about one snapshot, or all mails to this address. They do not expire. */
export function stopLinks(
  { config, secrets }: Pick<App, 'config' | 'secrets'>,
  { email, snapshotId }: Recipient,
): NonNullable<LetterWords['unsubscribe']> {
  const token = secrets.sign(PURPOSE, `${snapshotId}:${email}`);
  return {
    pageUrl: `${config.appUrl}/unsubscribe?token=${token}&of=snapshot`,
    postUrl: `${config.appUrl}/api/notifications/unsubscribe/${token}`,
  };
}

/** Whose mails a token stops; null for a token that is not of an address. */
export function readStopToken({ secrets }: Pick<App, 'secrets'>, token: string): Recipient | null {
  const payload = secrets.verify(PURPOSE, token);
  if (payload === null) return null;
  const at = payload.indexOf(':');
  return { snapshotId: payload.slice(0, at), email: payload.slice(at + 1) };
}

/** Whether this address wants no mail about the snapshot. */
export async function isStopped(
  app: Pick<App, 'secrets'>,
  db: Db,
  { email, snapshotId }: Recipient,
): Promise<boolean> {
  const row: unknown = await db('mail_opt_outs')
    .where({ address_hash: hashOf(app, email) })
    .where((about) => about.whereNull('snapshot_id').orWhere({ snapshot_id: snapshotId }))
    .first('id');
  return row !== undefined;
}

/** Stops mails to an address about one snapshot, or about all; the address is forgotten there. */
export async function stop(
  app: Pick<App, 'secrets'>,
  tx: Tx,
  { email, snapshotId }: Recipient,
  scope: 'snapshot' | 'all',
): Promise<void> {
  const optOut = { id: uuidv7(), hash: hashOf(app, email), snapshotId };
  // A deleted snapshot causes no email.
  const row =
    scope === 'all'
      ? 'values (:id::uuid, :hash::bytea, null)'
      : 'select :id::uuid, :hash::bytea, id from snapshots where id = :snapshotId';
  await tx.raw(
    `insert into mail_opt_outs (id, address_hash, snapshot_id) ${row} on conflict do nothing`,
    optOut,
  );
  const left = tx('reply_addresses').where({ email });
  await (scope === 'all' ? left : left.where({ snapshot_id: snapshotId })).delete();
}
