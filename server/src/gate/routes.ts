import type { Router } from '@koa/router';
import { passGate } from '@stagelink/shared/contracts/snapshots';
import { snapshotAtGate } from '../access/access.ts';
import { setGateCookie } from '../access/gateCookie.ts';
import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';
import { done, route } from '../http/route.ts';
import { sameText } from '../secrets.ts';
import { createQueues } from './queues.ts';

/** Whether the password is right, as long as neither this address nor all together have failed too often. */
async function tryPassword(
  app: App,
  { id, passwordSealed }: { id: string; passwordSealed: Buffer },
  password: string,
  address: string,
): Promise<boolean> {
  const from = `${id} ${address}`;
  await app.rateLimits.check('gateAddressFailures', from);
  await app.rateLimits.check('gateFailures', id);
  if (sameText(password, app.secrets.open(passwordSealed))) return true;
  await app.rateLimits.count('gateAddressFailures', from);
  await app.rateLimits.count('gateFailures', id);
  return false;
}

export function gateRoutes(router: Router, app: App): void {
  const queues = createQueues();

  route(router, app, passGate, async ({ input, ctx, address }) => {
    const snapshot = await snapshotAtGate(app, input.id);
    const { id, passwordSealed } = snapshot;
    if (!passwordSealed) return done;

    // One after the other: of a thousand guesses at once all would be compared before the first was counted.
    const isRight = await queues.run(id, () =>
      tryPassword(app, { id, passwordSealed }, input.password, address),
    );
    if (!isRight) throw new AppError('wrong_password', 'Invalid password', { field: 'password' });
    setGateCookie(ctx, app.secrets, snapshot);
    return done;
  });
}
