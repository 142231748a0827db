import { type Handlers, raw, refusal } from '@stagelink/shared/testing/fakeServer';
import type {
  AvailablePaymentMethods,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { mountWallet } from './wallet.ts';

type Listener = (event: object) => void;

/** What Stripe’s script was asked for, and what it answers. */
const script = vi.hoisted(() => ({
  listeners: {} as Record<string, Listener>,
  elements: [] as StripeElementsOptionsMode[],
  buttons: [] as StripeExpressCheckoutElementOptions[],
  submitted: {} as { error?: { message: string } },
  made: () => Promise.resolve({ paymentMethod: { id: 'pm_1' } } as object),
  destroy: vi.fn(),
}));

vi.mock('@stripe/stripe-js/pure', () => ({
  loadStripe: () =>
    Promise.resolve({
      elements(options: StripeElementsOptionsMode) {
        script.elements.push(options);
        return {
          submit: () => Promise.resolve(script.submitted),
          create(_type: string, about: StripeExpressCheckoutElementOptions) {
            script.buttons.push(about);
            return {
              on: (type: string, listener: Listener) => void (script.listeners[type] = listener),
              mount: () => undefined,
              destroy: script.destroy,
            };
          },
        };
      },
      createPaymentMethod: () => script.made(),
    }),
}));

const onAvailable = vi.fn();
const onPaid = vi.fn();
const onUnconfirmed = vi.fn();
const onFailed = vi.fn();
const paymentFailed = vi.fn();

beforeEach(() => {
  script.submitted = {};
  script.made = () => Promise.resolve({ paymentMethod: { id: 'pm_1' } });
});
afterEach(() => vi.clearAllMocks());

const mount = () =>
  mountWallet({
    stripeKey: 'pk_test_1',
    plan: 'annual',
    place: document.createElement('div'),
    onAvailable,
    onPaying: () => undefined,
    onPaid,
    onUnconfirmed,
    onFailed,
  });

/** The buyer confirms in the wallet. Resolves when that has ended. */
async function confirm(answer: Handlers['POST /api/billing/subscribe']) {
  const sent = serve({ 'POST /api/billing/subscribe': answer });
  await mount();
  script.listeners['confirm']?.({ expressPaymentType: 'apple_pay', paymentFailed });
  await vi.waitFor(() => expect(onPaid.mock.calls.length + onFailed.mock.calls.length).toBe(1));
  expect(sent['POST /api/billing/subscribe'] ?? []).toHaveLength(onPaid.mock.calls.length);
  return sent['POST /api/billing/subscribe'];
}

const methods = (applePay: boolean): AvailablePaymentMethods => ({
  amazonPay: false,
  applePay,
  googlePay: true,
  klarna: false,
  link: true,
  paypal: false,
});

test('asks for a subscription of the plan’s amount, with Apple Pay only, and removes its button', async () => {
  const remove = await mount();
  expect(script.elements.at(-1)).toEqual({
    mode: 'subscription',
    amount: 6000,
    currency: 'usd',
    paymentMethodCreation: 'manual',
  });
  expect(script.buttons.at(-1)).toMatchObject({
    paymentMethods: { applePay: 'auto', googlePay: 'never', link: 'never' },
    applePay: {
      recurringPaymentRequest: { regularBilling: { amount: 6000, recurringPaymentIntervalUnit: 'year' } },
    },
  });
  remove();
  expect(script.destroy).toHaveBeenCalledOnce();
});

test.each([
  [methods(true), 1],
  [methods(false), 0],
  [undefined, 0],
])('%o is shown %d times', async (availablePaymentMethods, times) => {
  await mount();
  script.listeners['ready']?.({ availablePaymentMethods });
  expect(onAvailable).toHaveBeenCalledTimes(times);
});

test('a confirmed payment is subscribed on the server', async () => {
  const sent = await confirm(() => ({ success: true }));
  expect(sent?.map(({ input }) => input)).toEqual([
    { plan: 'annual', payment_method_id: 'pm_1', payment_type: 'apple_pay' },
  ]);
  expect([onPaid.mock.calls.length, paymentFailed.mock.calls.length]).toEqual([1, 0]);
});

test.each<[string, () => void, string]>([
  [
    'the wallet’s data is incomplete',
    () => (script.submitted = { error: { message: 'Your card is incomplete.' } }),
    'Your card is incomplete.',
  ],
  [
    'Stripe refuses the card',
    () => (script.made = () => Promise.resolve({ error: { message: 'Your card was declined.' } })),
    'Your card was declined.',
  ],
  [
    'Stripe’s script is blocked half-way',
    () => (script.made = () => Promise.reject(new Error('blocked'))),
    'Stripe not loaded',
  ],
])('nothing is sent when %s', async (_case, prepare, message) => {
  prepare();
  await confirm(() => ({ success: true }));
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(message);
  expect(paymentFailed).toHaveBeenCalledOnce();
});

test.each([
  [{ success: false, details: 'Your card has insufficient funds.' }, 'Your card has insufficient funds.'],
  [{ success: false }, 'Subscription creation failed'],
  [refusal(409, 'conflict', 'You already have Pro.'), 'You already have Pro.'],
  [raw(502, 'null'), 'Failed to create subscription'],
])('%o fails with “%s”', async (answer, message) => {
  serve({ 'POST /api/billing/subscribe': () => answer });
  await mount();
  script.listeners['confirm']?.({ expressPaymentType: 'apple_pay', paymentFailed });
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledExactlyOnceWith(message));
  expect(paymentFailed).toHaveBeenCalledOnce();
  expect(onPaid).not.toHaveBeenCalled();
});

test('a payment that Stripe has not confirmed yet is no refusal', async () => {
  serve({
    'POST /api/billing/subscribe': () => ({ success: false, isUnconfirmed: true, details: 'Not yet.' }),
  });
  await mount();
  script.listeners['confirm']?.({ expressPaymentType: 'apple_pay', paymentFailed });
  await vi.waitFor(() => expect(onUnconfirmed).toHaveBeenCalledOnce());
  const ends = [paymentFailed, onFailed, onPaid].map((end) => end.mock.calls.length);
  expect(ends).toEqual([0, 0, 0]);
});
