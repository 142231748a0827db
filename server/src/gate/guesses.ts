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

async function warnOwner(app: App, { id, name, ownerId }: Protected): Promise<void> {
  const { points } = app.config.rateLimits.gateFailures;
  if ((await app.rateLimits.used('gateFailures', id)) < points) return;
  if (!(await app.rateLimits.tryCount('gateNotices', id))) return;
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
 * Counts a try as failed before the password is compared, so that of a thousand tries at once no more are compared
 * than the limits allow. Once all addresses together reached theirs, an address without failures keeps a single try.
 * Returns the shared limit that counted it; throws `rate_limited`.
 */
async function countTry(
  { rateLimits }: App,
  id: string,
  from: string,
): Promise<'gateFailures' | 'gateLateFailures'> {
  const tries = await rateLimits.count('gateAddressFailures', from);
  if (await rateLimits.tryCount('gateFailures', id)) return 'gateFailures';
  const shared = tries === 1 ? 'gateLateFailures' : 'gateFailures';
  await rateLimits.count(shared, id);
  return shared;
}

/** Whether the password is right. Throws `rate_limited` for an address that failed too often. */
export async function tryPassword(
  app: App,
  snapshot: Protected,
  password: string,
  address: string,
): Promise<boolean> {
  const { rateLimits, secrets } = app;
  const { id } = snapshot;
  const right = readPassword(secrets, snapshot);
  const from = `${id} ${address}`;
  const shared = await countTry(app, id, from);
  if (!sameText(password, right)) {
    await warnOwner(app, snapshot);
    return false;
  }
  await rateLimits.giveBack('gateAddressFailures', from);
  await rateLimits.giveBack(shared, id);
  return true;
}
