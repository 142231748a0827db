import type { Router } from '@koa/router';
import { passGate } from '@stagelink/shared/contracts/snapshots';
import { snapshotAtGate } from '../access/access.ts';
import { setGateCookie } from '../access/gateCookie.ts';
import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';
import { done, route } from '../http/route.ts';
import { sameText } from '../secrets.ts';

export function gateRoutes(router: Router, app: App): void {
  route(router, app, passGate, async ({ input, ctx }) => {
    const snapshot = await snapshotAtGate(app, input.id);
    if (!snapshot.passwordSealed) return done;

    await app.rateLimits.check('gateFailures', snapshot.id);
    if (!sameText(input.password, app.secrets.open(snapshot.passwordSealed))) {
      await app.rateLimits.count('gateFailures', snapshot.id);
      throw new AppError('wrong_password', 'Invalid password', { field: 'password' });
    }
    setGateCookie(ctx, app.secrets, snapshot);
    return done;
  });
}
