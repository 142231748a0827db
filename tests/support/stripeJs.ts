import type { Page } from '@playwright/test';
import type {
  PaymentMethodResult,
  Stripe,
  StripeConstructor,
  StripeElements,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementReadyEvent,
} from '@stripe/stripe-js';

export interface WalletBehavior {
  /** Whether this browser has Apple Pay. */
  isAvailable: boolean;
  /** What the wallet hands over: a name of a test card, or Stripe’s error. */
  pays: { method: string } | { error: string };
}

/** Runs in the page in place of Stripe’s script, with the parts of it that we use. */
function stripeJs({ isAvailable, pays }: WalletBehavior): void {
  type Parts = Pick<Stripe, 'createPaymentMethod'> & { elements: (options: object) => StripeElements };

  function createButton(): Pick<StripeExpressCheckoutElement, 'mount' | 'destroy'> & { on: unknown } {
    const ready: ((event: StripeExpressCheckoutElementReadyEvent) => void)[] = [];
    const confirm: ((event: StripeExpressCheckoutElementConfirmEvent) => void)[] = [];
    const button = document.createElement('button');
    button.textContent = 'Subscribe with Apple Pay';
    button.addEventListener('click', () => {
      for (const listener of confirm)
        listener({ expressPaymentType: 'apple_pay', paymentFailed: () => undefined });
    });
    return {
      on: (type: string, listener: never) => void (type === 'ready' ? ready : confirm).push(listener),
      mount(place) {
        if (typeof place === 'string') return;
        if (isAvailable) place.append(button);
        const others = { amazonPay: false, googlePay: false, klarna: false, link: false, paypal: false };
        const availablePaymentMethods = isAvailable ? { ...others, applePay: true } : undefined;
        for (const listener of ready) listener({ elementType: 'expressCheckout', availablePaymentMethods });
      },
      destroy: () => button.remove(),
    };
  }

  const made =
    'error' in pays
      ? { error: { type: 'card_error', message: pays.error } }
      : { paymentMethod: { id: pays.method } };
  const stripe: Parts = {
    elements: () =>
      ({ create: createButton, submit: () => Promise.resolve({}) }) as unknown as StripeElements,
    createPaymentMethod: () => Promise.resolve(made as PaymentMethodResult),
  };
  const Stripe = (() => stripe) as unknown as StripeConstructor & { version: string };
  Stripe.version = 'endive';
  Object.assign(window, { Stripe });
}

/** Answers for Stripe’s script host in this browser. Returns what it was asked for. */
export async function serveStripeJs(page: Page, behavior: WalletBehavior | 'blocked'): Promise<string[]> {
  const requests: string[] = [];
  await page.route('https://js.stripe.com/**', (route) => {
    requests.push(route.request().url());
    if (behavior === 'blocked') return route.abort('blockedbyclient');
    const body = `(${stripeJs.toString()})(${JSON.stringify(behavior)})`;
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  return requests;
}
