import { sentence } from '@stagelink/shared/domain/sentence';
import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { siteOf } from '../../platform/http/network.ts';
import type { Count } from '../../platform/http/rateLimit.ts';
import { notify } from '../../features/notifications/service.ts';
import { type Secrets, sameText } from '../../platform/secrets.ts';

export interface ProtectedSnapshot {
  id: string;
  name: string;
  ownerId: string;
  passwordSealed: Buffer;
}

async function warnOwner(app: App, { id, name, ownerId }: ProtectedSnapshot): Promise<void> {
  const { points } = app.config.rateLimits.gateFailures;
  if ((await app.rateLimits.used('gateFailures', id)) < points) return;
  if (!(await app.rateLimits.tryConsume('gateNotices', id))) return;
  await app.db.transaction((tx) =>
    notify(app, tx, {
      userId: ownerId,
      type: 'other',
      title: sentence`Wrong passwords for “${name}”`,
      message: `A wrong password was entered ${points} times within an hour. People with the correct password can still open the snapshot. If you did not expect this, change its password.`,
      actionUrl: `/s/${id}`,
      snapshotId: id,
    }),
  );
}

function readPassword(secrets: Secrets, { passwordSealed }: ProtectedSnapshot): string {
  const password = secrets.tryOpen(passwordSealed);
  if (password !== null) return password;
  throw new AppError('forbidden', 'The server cannot read this password. Ask the owner to choose a new one.');
}

/**
 * Counts an attempt before the password is compared, so that a thousand simultaneous attempts cannot exceed the limits.
 * When the limit of all addresses together is reached, a site without failures keeps one attempt. Returns what counted
 * it; throws `rate_limited`.
 */
async function countAttempt({ rateLimits }: App, id: string, address: string): Promise<Count[]> {
  const counts: Count[] = [
    { name: 'gateAddressFailures', key: `${id} ${address}` },
    { name: 'gateSiteFailures', key: `${id} ${siteOf(address)}` },
  ];
  let tries = 0;
  for (const { name, key } of counts) tries = await rateLimits.consume(name, key);
  if (await rateLimits.tryConsume('gateFailures', id)) return [...counts, { name: 'gateFailures', key: id }];
  const name = tries === 1 ? 'gateLateFailures' : 'gateFailures';
  await rateLimits.consume(name, id);
  return [...counts, { name, key: id }];
}

/** Returns whether the password is correct. Throws `rate_limited` for an address with too many failures. */
export async function tryPassword(
  app: App,
  snapshot: ProtectedSnapshot,
  password: string,
  address: string,
): Promise<boolean> {
  const { rateLimits, secrets } = app;
  const right = readPassword(secrets, snapshot);
  const counts = await countAttempt(app, snapshot.id, address);
  if (!sameText(password, right)) {
    await warnOwner(app, snapshot);
    return false;
  }
  await rateLimits.giveBackAll(counts);
  return true;
}
