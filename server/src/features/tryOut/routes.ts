import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/tryOut';
import { linkOf } from '../snapshots/present.ts';
import type { SnapshotRow } from '../snapshots/repo.ts';
import type { App } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import * as service from './service.ts';

export function tryOutRoutes(router: Router, app: App): void {
  const { appUrl, planLimits, tryWithoutAccount: isOffered } = app.config;

  const presentClaimed = ({ id, name, expiresAt }: SnapshotRow): api.ClaimedSnapshot => ({
    id,
    name,
    url: linkOf(app, id),
    expiresAt: expiresAt.toISOString(),
  });

  route(router, app, api.getTryOut, () =>
    Promise.resolve({ isOffered, snapshotBytes: planLimits.free.snapshotBytes }),
  );

  route(router, app, api.tryOut, async ({ input, address, body }) => {
    if (!isOffered) throw notFound('Staging without an account');
    const upload = { address, body };
    const { snapshot, secret, report } = await service.stageUnclaimed(app, input, upload);
    return {
      url: linkOf(app, snapshot.id),
      claimUrl: `${appUrl}/claim#${secret}`,
      expiresAt: snapshot.expiresAt.toISOString(),
      ...report,
    };
  });

  route(router, app, api.trySample, async ({ address }) => {
    if (!isOffered) throw notFound('A sample without an account');
    const { id, expiresAt } = await service.stageUnclaimedSample(app, address);
    return { url: linkOf(app, id), expiresAt: expiresAt.toISOString() };
  });

  // Claim links that were given out before it was switched off keep working.
  route(router, app, api.readClaim, async ({ input }) => ({
    snapshot: presentClaimed(await service.findClaimable(app.db, input.secret)),
  }));

  route(router, app, api.claimSnapshot, async ({ input, principal }) => ({
    snapshot: presentClaimed(await service.claim(app, principal.userId, input.secret)),
  }));
}
