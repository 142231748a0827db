import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/accounts';
import { PROTOCOL } from '@stagelink/shared/client/compatibility';
import { followChange } from '../../billing/follow.ts';
import type { App } from '../../../platform/context.ts';
import { clearCookie } from '../../../platform/http/cookies.ts';
import { AppError, notFound } from '../../../platform/http/errors.ts';
import { isFromThisMachine } from '../../../platform/http/loopback.ts';
import { OK, route } from '../../../platform/http/route.ts';
import { SESSION_COOKIE } from '../authenticate.ts';
import { storedBytes } from '../../staging/budgetRepo.ts';
import { deleteAccount } from './deletion.ts';
import { confirmIdentity } from './identity.ts';
import { stagingLimitsOf } from './plan.ts';
import { presentUser } from './present.ts';
import * as repo from './repo.ts';
import * as service from './service.ts';
import { fromOf, completeSignIn } from './completeSignIn.ts';

export function accountRoutes(router: Router, app: App): void {
  const userOf = async (id: string) => {
    const user = await repo.find(app.db, id);
    if (!user) throw new AppError('unauthenticated', 'Please log in first.');
    return presentUser(user, app.config);
  };

  route(router, app, api.register, async ({ input, ctx }) => {
    const signedIn = await service.signUp(app, input, fromOf(ctx));
    return completeSignIn(app, ctx, signedIn, 'Your account is ready.');
  });

  route(router, app, api.login, async ({ input, ctx }) => {
    const signedIn = await service.signIn(app, input, fromOf(ctx));
    return completeSignIn(app, ctx, signedIn, 'Welcome back.');
  });

  if (app.config.devLogin) {
    route(router, app, api.devLogin, async ({ input, ctx }) => {
      if (!isFromThisMachine(ctx.req)) throw notFound('That page');
      const signedIn = await service.signInAs(app, input.uid, fromOf(ctx));
      return completeSignIn(app, ctx, signedIn, 'Welcome back.');
    });
  }

  route(router, app, api.logout, async ({ principal, ctx }) => {
    if (principal) await service.signOut(app, principal);
    clearCookie(ctx, SESSION_COOKIE);
    return OK;
  });

  route(router, app, api.signInOptions, () =>
    Promise.resolve({
      google: app.config.google !== null,
      devLogin: app.config.devLogin,
      mail: app.mail.canSend,
      billing: app.config.billing !== null,
      stripePublishableKey: app.config.billing?.stripePublishableKey ?? null,
      embedOrigins: app.config.embedOrigins,
      ...PROTOCOL,
    }),
  );

  route(router, app, api.me, async ({ principal }) => ({ user: await userOf(principal.userId) }));

  route(router, app, api.getStorage, async ({ principal }) => {
    const user = await repo.find(app.db, principal.userId);
    if (!user) throw new AppError('unauthenticated', 'Please log in first.');
    const usedBytes = await storedBytes(app.db, user.id);
    return { usedBytes, maxBytes: stagingLimitsOf(app, user).storedBytes };
  });

  route(router, app, api.updateProfile, async ({ input, principal }) => {
    await app.db.transaction(async (tx) => {
      await repo.rename(tx, principal.userId, input.name);
      await followChange(app, tx, principal.userId);
    });
    return { ...OK, user: await userOf(principal.userId) };
  });

  route(router, app, api.setTimeZone, async ({ input, principal }) => {
    await repo.setTimeZone(app.db, principal.userId, input);
    return { ...OK, user: await userOf(principal.userId) };
  });

  route(router, app, api.deleteAccount, async ({ input, principal, ctx }) => {
    if (input.uid !== principal.userId) {
      throw new AppError('forbidden', 'You can only delete the account that you are signed in to.');
    }
    await confirmIdentity(app, principal, input.currentPassword);
    const isDone = await deleteAccount(app, principal.userId);
    clearCookie(ctx, SESSION_COOKIE);
    const message = isDone
      ? 'Your account and everything in it has been deleted.'
      : 'Your account is closed and its links no longer open. Its data is being deleted, which takes a few minutes.';
    return { ...OK, message };
  });
}
