import { PRO_CENTS } from '@stagelink/shared/contracts/limits';
import type {
  Stripe,
  StripeElements,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { errorMessage } from '../../lib/errorMessage.ts';
import { type BillingPlan, subscribeByWallet } from './checkoutApi.ts';
import { t } from './copy.ts';

const BUTTON_PX = 40;

/** Only Apple Pay: the checkout at Stripe has the other wallets. */
const OTHERS = {
  amazonPay: 'never',
  googlePay: 'never',
  klarna: 'never',
  link: 'never',
  paypal: 'never',
} as const;

const optionsOf = (plan: BillingPlan, isDark: boolean): StripeExpressCheckoutElementOptions => ({
  buttonHeight: BUTTON_PX,
  buttonTheme: { applePay: isDark ? 'white' : 'black' },
  buttonType: { applePay: 'subscribe' },
  paymentMethods: { ...OTHERS, applePay: 'auto' },
  applePay: {
    recurringPaymentRequest: {
      paymentDescription: t('product'),
      managementURL: `${window.location.origin}/settings`,
      regularBilling: {
        label: t('product'),
        amount: PRO_CENTS[plan],
        recurringPaymentIntervalUnit: plan === 'annual' ? 'year' : 'month',
      },
    },
  },
});

/** A failure with a sentence for the buyer. */
class WalletError extends Error {
  override readonly name = 'WalletError';
}

const failure = (cause: unknown): string =>
  cause instanceof WalletError ? cause.message : errorMessage(cause, t('createFailed'));

/** Makes a payment method of what the wallet confirmed. */
async function createPaymentMethod(stripe: Stripe, elements: StripeElements): Promise<string> {
  const { error: invalid } = await elements.submit();
  if (invalid) throw new WalletError(invalid.message ?? t('incomplete'));
  // Rejects, instead of returning an error, when Stripe’s script was blocked half-way.
  const made = await stripe.createPaymentMethod({ elements }).catch((cause: unknown) => {
    throw new WalletError(t('notLoaded'), { cause });
  });
  if (made.error) throw new WalletError(made.error.message ?? t('incomplete'));
  return made.paymentMethod.id;
}

/** Returns whether the payment is confirmed; throws if it was refused. */
async function subscribe(plan: BillingPlan, paymentMethodId: string): Promise<boolean> {
  const { success, details, isUnconfirmed } = await subscribeByWallet(plan, paymentMethodId);
  if (isUnconfirmed === true) return false;
  if (!success) throw new WalletError(details ?? t('incomplete'));
  return true;
}

export interface WalletOptions {
  stripeKey: string;
  plan: BillingPlan;
  /** Where the button is shown. */
  place: HTMLElement;
  onAvailable: () => void;
  onPaying: () => void;
  onPaid: () => void;
  /** Stripe did not answer: the payment may have been made. */
  onUnconfirmed: () => void;
  onFailed: (message: string) => void;
}

const isDark = (place: HTMLElement) => getComputedStyle(place).colorScheme === 'dark';

let loading: ReturnType<typeof loadStripe> | undefined;

/** Shows Stripe’s Apple Pay button where the browser has a wallet. Returns how it is removed. */
export async function mountWallet(options: WalletOptions): Promise<() => void> {
  const { stripeKey, plan, place, onAvailable, onPaying, onPaid, onUnconfirmed, onFailed } = options;
  loading ??= loadStripe(stripeKey);
  const stripe = await loading;
  if (!stripe) throw new WalletError(t('notLoaded'));
  const elements = stripe.elements({
    mode: 'subscription',
    amount: PRO_CENTS[plan],
    currency: 'usd',
    paymentMethodCreation: 'manual',
  });
  const button = elements.create('expressCheckout', optionsOf(plan, isDark(place)));

  const pay = async ({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent): Promise<void> => {
    onPaying();
    try {
      const isConfirmed = await subscribe(plan, await createPaymentMethod(stripe, elements));
      if (isConfirmed) onPaid();
      else onUnconfirmed();
    } catch (cause) {
      paymentFailed({ reason: 'fail' });
      onFailed(failure(cause));
    }
  };

  button.on('ready', ({ availablePaymentMethods }) => {
    if (availablePaymentMethods?.applePay) onAvailable();
  });
  button.on('confirm', (event) => void pay(event));
  button.mount(place);
  return () => button.destroy();
}
