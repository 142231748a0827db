import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/billing';
import type { Context } from 'koa';
import { toAppError } from '../../platform/http/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { OK, route } from '../../platform/http/route.ts';
import type { Billing } from './context.ts';
import * as purchases from './purchases.ts';
import * as service from './service.ts';
import { receiveEvent } from './webhook.ts';

const RETURN_PATH = '/billing/return';
const CANCELLED = 'Subscription cancelled successfully';
const CANCELLED_UNPAID = `${CANCELLED}. The failed payment is still retried until Pro ends.`;
const CHECKOUT_ID = /^cs_\w{1,200}$/;

/** Where the browser goes after the portal, which may have changed anything. */
async function afterPortal(billing: Billing, userId: string): Promise<string> {
  await service.currentUser(billing, userId);
  return '/settings';
}

/** Where the browser goes after the checkout. */
async function afterCheckout(billing: Billing, { userId }: Principal, checkoutId: string): Promise<string> {
  if (!CHECKOUT_ID.test(checkoutId)) return '/dashboard';
  const completed = await service.completeCheckout(billing, userId, checkoutId);
  if (!completed) return '/dashboard';
  if (completed.applied === 'card_used') return '/pricing?mode=upgrade&notice=card_used';
  return completed.user.subscriptionStatus === 'trial'
    ? '/dashboard?trial=started'
    : '/dashboard?billing=success';
}

/** Nothing exists at these paths on a server without billing. */
export function billingRoutes(router: Router, billing: Billing): void {
  const { app } = billing;

  route(router, app, api.startTrial, async ({ input, principal }) => ({
    ...OK,
    url: await purchases.startCheckout(billing, principal.userId, input.plan, 'trial'),
  }));

  route(router, app, api.startSubscription, async ({ input, principal }) => ({
    ...OK,
    url: await purchases.startCheckout(billing, principal.userId, input.plan, 'upgrade'),
  }));

  route(router, app, api.subscribeByWallet, async ({ input, principal }) => {
    const { plan, payment_method_id: paymentMethodId } = input;
    const paid = await purchases.subscribeByWallet(billing, principal.userId, plan, paymentMethodId);
    if (paid.outcome === 'paid') return { success: true };
    return { success: false, details: paid.message, isUnconfirmed: paid.outcome === 'unconfirmed' };
  });

  route(router, app, api.cancelSubscription, async ({ principal }) => {
    const { subscriptionStatus } = await service.cancel(billing, principal.userId);
    return { ...OK, message: subscriptionStatus === 'past_due' ? CANCELLED_UNPAID : CANCELLED };
  });

  route(router, app, api.reactivateSubscription, async ({ principal }) => {
    const url = await service.reactivate(billing, principal.userId);
    return url === null ? { ...OK, message: 'Your subscription continues.' } : { ...OK, url };
  });

  route(router, app, api.openBillingPortal, async ({ principal }) => ({
    ...OK,
    url: await service.openPortal(billing, principal.userId, 'home'),
  }));

  route(router, app, api.changePaymentMethod, async ({ principal }) => ({
    ...OK,
    url: await service.openPortal(billing, principal.userId, 'payment'),
  }));

  route(router, app, api.receiveStripeEvent, async ({ body, ctx, address }) => {
    await receiveEvent(billing, body, ctx.get('Stripe-Signature'), address);
    return { received: true as const };
  });

  // A person sees this response, so failures redirect instead of answering JSON. The webhook brings what fails here.
  router.get(RETURN_PATH, async (ctx: Context) => {
    ctx.state['route'] = RETURN_PATH;
    ctx.set('Cache-Control', 'no-store');
    const { session_id: checkoutId } = ctx.query;
    const principal = ctx.state['principal'] as Principal | null;
    if (!principal || principal.credential.kind !== 'session') ctx.redirect('/login');
    else if (typeof checkoutId === 'string')
      ctx.redirect(await returnFrom('checkout', principal, checkoutId));
    else ctx.redirect(await returnFrom('portal', principal, ''));
    ctx.status = 303;
  });

  async function returnFrom(
    page: 'checkout' | 'portal',
    principal: Principal,
    checkoutId: string,
  ): Promise<string> {
    try {
      await app.rateLimits.consume('billing', principal.userId);
      if (page === 'portal') return await afterPortal(billing, principal.userId);
      return await afterCheckout(billing, principal, checkoutId);
    } catch (cause) {
      app.log.warn({ err: cause, code: toAppError(cause).code }, `a return from the ${page} was not applied`);
      return page === 'portal' ? '/settings' : '/dashboard?billing=unconfirmed';
    }
  }
}
