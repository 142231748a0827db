import type { Router } from '@koa/router';
import * as api from '@stagelink/shared/contracts/billing';
import type { Context } from 'koa';
import { toAppError } from '../../platform/http/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { OK, route } from '../../platform/http/route.ts';
import type { Billing } from './apply.ts';
import * as service from './service.ts';
import { receiveEvent } from './webhook.ts';

const RETURN_PATH = '/billing/return';
const CHECKOUT_ID = /^cs_\w{1,200}$/;

/** Where the browser goes after the checkout. The webhook brings what fails here. */
async function destinationOf(
  billing: Billing,
  principal: Principal | null,
  checkoutId: string,
): Promise<string> {
  if (!principal || principal.credential.kind !== 'session') return '/login';
  if (!CHECKOUT_ID.test(checkoutId)) return '/dashboard';
  const completed = await service.completeCheckout(billing, principal.userId, checkoutId);
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
    url: await service.startCheckout(billing, principal.userId, input.plan, 'trial'),
  }));

  route(router, app, api.startSubscription, async ({ input, principal }) => ({
    ...OK,
    url: await service.startCheckout(billing, principal.userId, input.plan, 'upgrade'),
  }));

  route(router, app, api.subscribeByWallet, async ({ input, principal }) => {
    const { plan, payment_method_id: paymentMethodId } = input;
    const refusal = await service.subscribeByWallet(billing, principal.userId, plan, paymentMethodId);
    return refusal === null ? { success: true } : { success: false, details: refusal };
  });

  route(router, app, api.cancelSubscription, async ({ principal }) => {
    await service.cancel(billing, principal.userId);
    return { ...OK, message: 'Subscription cancelled successfully' };
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

  route(router, app, api.receiveStripeEvent, async ({ body, ctx }) => {
    await receiveEvent(billing, body, ctx.get('Stripe-Signature'));
    return { received: true as const };
  });

  // A person sees this response, so failures redirect instead of answering JSON.
  router.get(RETURN_PATH, async (ctx: Context) => {
    ctx.state['route'] = RETURN_PATH;
    ctx.set('Cache-Control', 'no-store');
    ctx.status = 303;
    try {
      const { session_id: checkoutId } = ctx.query;
      const principal = ctx.state['principal'] as Principal | null;
      ctx.redirect(await destinationOf(billing, principal, typeof checkoutId === 'string' ? checkoutId : ''));
    } catch (cause) {
      app.log.warn({ err: cause, code: toAppError(cause).code }, 'a checkout could not be applied at once');
      ctx.redirect('/dashboard');
    }
    ctx.status = 303;
  });
}
