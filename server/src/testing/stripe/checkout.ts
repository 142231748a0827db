import type { Stripe } from 'stripe';
import type { Account, Handler } from './account.ts';
import { lister, reader } from './catalog.ts';
import { build } from './description.ts';
import { invalid } from './failure.ts';
import { isOfCustomer } from './lists.ts';

interface SessionParams {
  customer: string;
  mode: 'subscription';
  line_items: { price: string }[];
  success_url: string;
  cancel_url?: string;
  client_reference_id?: string;
  allow_promotion_codes?: boolean;
  expires_at?: number;
  metadata?: Stripe.Metadata;
  subscription_data?: { trial_period_days?: number; metadata?: Stripe.Metadata };
  automatic_tax?: { enabled: boolean };
  customer_update?: { address?: 'auto' | 'never' };
  billing_address_collection?: 'auto' | 'required';
}

const MIN_SESSION_SECONDS = 30 * 60;
/** Requests take a moment to arrive. */
const SLACK_SECONDS = 60;

/** A tax needs the customer’s address and a price that says whether it is included. */
function assertTaxable(
  { customer_update: update }: SessionParams,
  { tax_behavior: behavior }: Stripe.Price,
): void {
  if (update?.address !== 'auto') {
    throw invalid('Automatic tax calculation in Checkout requires a valid address on the Customer.', {
      code: 'customer_tax_location_invalid',
    });
  }
  if (behavior === null || behavior === 'unspecified')
    throw invalid('The price needs a `tax_behavior` for automatic tax.', { param: 'line_items[0][price]' });
}

function createSession({ ledger, baseUrl }: Account, parameters: SessionParams): Stripe.Checkout.Session {
  const realNow = Math.floor(Date.now() / 1000);
  const expiresAt = parameters.expires_at ?? realNow + 86_400;
  if (expiresAt < realNow + MIN_SESSION_SECONDS - SLACK_SECONDS) {
    throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    });
  }
  ledger.get('customer', parameters.customer, 'customer');
  const price = ledger.get('price', parameters.line_items[0]?.price ?? '', 'line_items[0][price]');
  const isTaxed = parameters.automatic_tax?.enabled === true;
  if (isTaxed) assertTaxable(parameters, price);
  const id = ledger.newId('checkout.session');
  ledger.purchases.set(id, {
    price,
    trialDays: parameters.subscription_data?.trial_period_days ?? 0,
    metadata: parameters.subscription_data?.metadata ?? {},
  });
  return ledger.put<'checkout.session'>(
    build<Stripe.Checkout.Session>('Checkout.Session', {
      id,
      created: realNow,
      expires_at: expiresAt,
      mode: 'subscription',
      status: 'open',
      payment_status: 'unpaid',
      ui_mode: 'hosted_page',
      currency: 'usd',
      customer: parameters.customer,
      client_reference_id: parameters.client_reference_id ?? null,
      allow_promotion_codes: parameters.allow_promotion_codes ?? null,
      success_url: parameters.success_url,
      cancel_url: parameters.cancel_url ?? null,
      metadata: parameters.metadata ?? {},
      billing_address_collection: parameters.billing_address_collection ?? null,
      automatic_tax: { enabled: isTaxed, liability: null, provider: null, status: null },
      url: `${baseUrl()}/c/pay/${id}`,
    }),
  );
}

function expireSession({ ledger }: Account, _: never, { session = '' }): Stripe.Checkout.Session {
  const held = ledger.get('checkout.session', session);
  if (held.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${held.status}.`,
    );
  }
  Object.assign(held, { status: 'expired', url: null });
  ledger.emit('checkout.session.expired', held);
  return held;
}

function createPortalSession(
  { ledger, baseUrl }: Account,
  parameters: Stripe.BillingPortal.SessionCreateParams,
) {
  const customer = parameters.customer ?? '';
  ledger.get('customer', customer, 'customer');
  const configuration = parameters.configuration ?? ledger.all('billing_portal.configuration')[0]?.id;
  if (configuration === undefined) {
    throw invalid('No configuration provided and your test mode default configuration has not been created.');
  }
  ledger.get('billing_portal.configuration', configuration, 'configuration');
  const id = ledger.newId('billing_portal.session');
  return ledger.put<'billing_portal.session'>(
    build<Stripe.BillingPortal.Session>('BillingPortal.Session', {
      id,
      created: ledger.now,
      customer,
      configuration,
      return_url: parameters.return_url ?? null,
      url: `${baseUrl()}/p/session/${id}${parameters.flow_data ? '?flow=payment_method_update' : ''}`,
    }),
  );
}

export const CHECKOUT_OPERATIONS: Record<string, Handler> = {
  'POST /v1/checkout/sessions': createSession as Handler,
  'GET /v1/checkout/sessions/{session}': reader('checkout.session', 'session'),
  'GET /v1/checkout/sessions': lister(
    'checkout.session',
    '/v1/checkout/sessions',
    (row: Stripe.Checkout.Session, parameters: { customer?: string; status?: string }) =>
      isOfCustomer(row as never, parameters) && (parameters.status ?? row.status) === row.status,
  ),
  'POST /v1/checkout/sessions/{session}/expire': expireSession,
  'POST /v1/billing_portal/sessions': createPortalSession as Handler,
};
