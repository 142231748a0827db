import type { Router } from '@koa/router';
import { passGate } from '@stagelink/shared/contracts/snapshots';
import { snapshotAtGate } from '../../features/access/access.ts';
import { setGateCookie } from '../../features/access/gateCookie.ts';
import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { OK, route } from '../../platform/http/route.ts';
import { tryPassword } from './guesses.ts';

export function gateRoutes(router: Router, app: App): void {
  route(router, app, passGate, async ({ input, ctx, address }) => {
    const snapshot = await snapshotAtGate(app, input.id);
    const { id, name, ownerId, passwordSealed } = snapshot;
    if (!passwordSealed) return OK;

    const isRight = await tryPassword(app, { id, name, ownerId, passwordSealed }, input.password, address);
    if (!isRight) throw new AppError('wrong_password', 'Invalid password', { field: 'password' });
    setGateCookie(ctx, app.secrets, snapshot);
    return OK;
  });
}
