import { createHmac } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { EmailContent } from '../../platform/mail/renderEmail.ts';

// People without an account unsubscribe with a link in each email. Only a hash of their address is stored.

const PURPOSE = 'unsubscribe address';

export interface Recipient {
  email: string;
  snapshotId: string;
}

const hashOf = ({ secrets }: Pick<App, 'secrets'>, email: string): Buffer =>
  createHmac('sha256', secrets.derive('mail opt-out')).update(email).digest();

/** Returns the links that stop emails about one snapshot, or all emails to this address. They do not expire. */
export function stopLinks(
  { config, secrets }: Pick<App, 'config' | 'secrets'>,
  { email, snapshotId }: Recipient,
): NonNullable<EmailContent['unsubscribe']> {
  const token = secrets.sign(PURPOSE, `${snapshotId}:${email}`);
  return {
    pageUrl: `${config.appUrl}/unsubscribe?token=${token}&of=snapshot`,
    postUrl: `${config.appUrl}/api/notifications/unsubscribe/${token}`,
  };
}

/** Returns the recipient in a token, or null if it is invalid. */
export function readStopToken({ secrets }: Pick<App, 'secrets'>, token: string): Recipient | null {
  const payload = secrets.verify(PURPOSE, token);
  if (payload === null) return null;
  const at = payload.indexOf(':');
  return { snapshotId: payload.slice(0, at), email: payload.slice(at + 1) };
}

/** Returns whether this address has unsubscribed from the snapshot. */
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

/** Stops emails to an address about one snapshot, or about all, and deletes the stored address there. */
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
