import * as api from '@stagelink/shared/contracts/billing';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { createBillingWorld } from '../../testing/stripe/billingWorld.ts';
import { createStripe } from './stripe/stripe.ts';

const env = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  APP_URL: 'http://localhost',
};

test.each([
  [{}, { collectsTaxes: false, stripePublishableKey: 'pk_test_1' }],
  [{ STRIPE_TAX: 'off' }, { collectsTaxes: false, stripePublishableKey: 'pk_test_1' }],
  // A wallet shows its amount before the address is known.
  [{ STRIPE_TAX: 'on' }, { collectsTaxes: true, stripePublishableKey: null }],
])('%o is %o', (more, billing) => {
  expect(readConfig({ ...env, ...more }).billing).toMatchObject(billing);
});

test('taxes are added at the checkout, which asks for the address; without them neither happens', async () => {
  const world = await createBillingWorld();
  onTestFinished(() => world.close());
  const { billing } = world.app.config;
  if (!billing) throw new Error('no billing');
  const ada = await world.build.user({ isVerified: true });
  const opened = async () => {
    await world.as(ada)(api.startSubscription, { plan: 'annual' });
    const { ledger } = world.stripe.account;
    const [session] = ledger.all('checkout.session');
    await world.app.stripe?.endOtherCheckouts(String(session?.customer), null);
    return [session?.automatic_tax.enabled, session?.billing_address_collection];
  };
  expect(await opened()).toEqual([false, null]);

  Object.assign(world.app.stripe ?? {}, createStripe({ ...billing, collectsTaxes: true }));
  expect(await opened()).toEqual([true, 'required']);
  const wallet = { plan: 'monthly', payment_method_id: 'pm_card_visa', payment_type: 'apple_pay' } as const;
  await expect(world.as(ada)(api.subscribeByWallet, wallet)).rejects.toMatchObject({
    status: 409,
    message: 'Please pay at the checkout, which adds the taxes.',
  });
});
