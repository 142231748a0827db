import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';
import { notify } from '../notifications/service.ts';
import { type Secrets, sameText } from '../secrets.ts';

export interface Protected {
  id: string;
  name: string;
  ownerId: string;
  passwordSealed: Buffer;
}

const isLimitReached = async ({ rateLimits, config }: App, id: string): Promise<boolean> =>
  (await rateLimits.used('gateFailures', id)) >= config.rateLimits.gateFailures.points;

async function warnOwner(app: App, { id, name, ownerId }: Protected): Promise<void> {
  if ((await app.rateLimits.used('gateNotices', id)) > 0) return;
  await app.rateLimits.count('gateNotices', id);
  const { points } = app.config.rateLimits.gateFailures;
  await app.db.transaction((tx) =>
    notify(app, tx, {
      userId: ownerId,
      type: 'other',
      title: `Wrong passwords for “${name}”`,
      message: `A wrong password was entered ${points} times within an hour. People with the right password can still open the snapshot. If you did not expect this, change its password.`,
      actionUrl: `/s/${id}`,
      snapshotId: id,
    }),
  );
}

function readPassword(secrets: Secrets, { passwordSealed }: Protected): string {
  const password = secrets.tryOpen(passwordSealed);
  if (password !== null) return password;
  throw new AppError(
    'forbidden',
    'The server can no longer read this password. Ask the owner to choose a new one.',
  );
}

/**
 * Whether the password is right. An address that failed too often is refused; so is, once all together have, every
 * address that failed at all. One that never failed keeps a single try, so that guessing does not lock out other people.
 */
export async function tryPassword(
  app: App,
  snapshot: Protected,
  password: string,
  address: string,
): Promise<boolean> {
  const { rateLimits, secrets } = app;
  const { id } = snapshot;
  const from = `${id} ${address}`;
  await rateLimits.check('gateAddressFailures', from);
  const isLate =
    (await isLimitReached(app, id)) && (await rateLimits.used('gateAddressFailures', from)) === 0;
  const shared = isLate ? 'gateLateFailures' : 'gateFailures';
  await rateLimits.check(shared, id);
  if (sameText(password, readPassword(secrets, snapshot))) return true;
  await rateLimits.count('gateAddressFailures', from);
  await rateLimits.count(shared, id);
  if (await isLimitReached(app, id)) await warnOwner(app, snapshot);
  return false;
}
