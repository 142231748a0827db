import type { PushAddress } from '@stagelink/shared/contracts/push';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { hashSecret } from '../../platform/secrets.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { checkedUrl } from '../webhooks/address.ts';
import * as repo from './repo.ts';

type Parts = Pick<App, 'config' | 'db' | 'secrets'>;

/** Sends notifications to the browser of this session from now on. */
export async function turnOn(
  { config, db, secrets }: Parts,
  { userId, credential }: Principal,
  { url, ...keys }: PushAddress,
): Promise<void> {
  const address: PushAddress = { url: checkedUrl(config, 'standard', url), ...keys };
  const addressHash = hashSecret(address.url);
  const addressSealed = secrets.seal(JSON.stringify(address));
  await db.transaction(async (tx) => {
    await accounts.lockForUpdate(tx, userId);
    await repo.put(tx, { sessionId: credential.id, userId, addressHash, addressSealed });
    await repo.removeOldest(tx, userId);
  });
}

/** Queues notifications for the browsers of their recipients. */
export async function queue(
  { jobs }: Pick<App, 'jobs'>,
  tx: Tx,
  alerts: { id: string; userId: string }[],
): Promise<void> {
  if (alerts.length === 0) return;
  const browsers = await repo.browsersOf(
    tx,
    alerts.map(({ userId }) => userId),
  );
  for (const { sessionId, userId } of browsers)
    for (const { id: notificationId } of alerts.filter((alert) => alert.userId === userId))
      await jobs.enqueue(tx, 'send_push', { sessionId, notificationId }, { group: sessionId });
}
