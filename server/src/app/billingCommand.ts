import { Stripe } from 'stripe';
import { setUpBilling } from '../features/billing/setup.ts';
import type { StripeConnection } from '../features/billing/stripe/client.ts';
import { ConfigError } from '../platform/config.ts';

const KEY = /^(sk|rk)_(test|live)_\w+$/;

function configOf({
  STRIPE_SECRET_KEY: stripeSecretKey = '',
  STRIPE_API_BASE: apiBase,
}: NodeJS.ProcessEnv): StripeConnection {
  if (!KEY.test(stripeSecretKey))
    throw new ConfigError('STRIPE_SECRET_KEY must be a secret key of Stripe, such as sk_test_….');
  if (apiBase && stripeSecretKey.includes('_live_'))
    throw new ConfigError('STRIPE_API_BASE cannot be used with a live key.');
  return { stripeSecretKey, apiBase: apiBase ?? null };
}

/** Stripe calls only public addresses. */
const publicUrl = ({ APP_URL: url }: NodeJS.ProcessEnv) =>
  url?.startsWith('https://') ? url.replace(/\/+$/, '') : null;

/** Prepares the account at Stripe and returns what the operator should know. */
export async function runBillingSetup(env: NodeJS.ProcessEnv): Promise<string> {
  const setup = await setUpBilling(configOf(env), publicUrl(env)).catch((cause: unknown) => {
    if (!(cause instanceof Stripe.errors.StripeError)) throw cause;
    throw new ConfigError(`Stripe rejected a step: ${cause.message}`, { cause });
  });
  const { product, prices, portal, webhook } = setup;
  const webhookLine = webhook
    ? `Webhook: ${webhook.url}`
    : 'Webhook: none. Set APP_URL to the public https:// address and run this again.';
  return [
    `Product: ${product}`,
    `Prices: ${prices.monthly} (monthly), ${prices.annual} (annual)`,
    `Customer portal: ${portal}`,
    webhookLine,
    ...(webhook?.secret ? [`Set STRIPE_WEBHOOK_SECRET to ${webhook.secret} (Stripe shows it once)`] : []),
  ].join('\n');
}
