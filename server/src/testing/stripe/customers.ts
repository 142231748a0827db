import type { Stripe } from 'stripe';
import type { Account, Handler } from './account.ts';
import { namedCard, paymentMethodOf } from './cards.ts';
import { creator, lister, reader } from './catalog.ts';
import { invalid, noSuch } from './failure.ts';
import { idOf } from './ledger.ts';
import { mergeMetadata, type Page, pageOf, plainFields } from './lists.ts';

interface CustomerParams extends Stripe.CustomerUpdateParams {
  metadata?: Stripe.Metadata;
}

function updateCustomer({ ledger }: Account, parameters: CustomerParams, { customer = '' }): Stripe.Customer {
  const held = ledger.get('customer', customer, 'customer');
  const { invoice_settings: settings, ...rest } = parameters;
  Object.assign(held, plainFields(rest), { metadata: mergeMetadata(held.metadata, parameters.metadata) });
  if (typeof settings === 'object' && settings.default_payment_method !== undefined) {
    const { default_payment_method: card } = settings;
    const owned = ledger.get('payment_method', card, 'invoice_settings[default_payment_method]');
    if (idOf(owned.customer) !== held.id) throw invalid('The customer does not have this payment method.');
    held.invoice_settings.default_payment_method = card;
  }
  ledger.emit('customer.updated', held);
  return held;
}

function deleteCustomer({ ledger, subscriptions }: Account, _: never, { customer = '' }) {
  const held = ledger.get('customer', customer, 'customer');
  for (const subscription of ledger.all('subscription')) {
    if (idOf(subscription.customer) === customer && subscription.status !== 'canceled')
      subscriptions.end(subscription);
  }
  ledger.deleteCustomer(customer);
  ledger.emit('customer.deleted', held);
  return { id: customer, object: 'customer', deleted: true };
}

/** Attaches a card to a customer; `pm_card_…` names make a new one. */
function attachCard({ ledger }: Account, customer: string, name: string): Stripe.PaymentMethod {
  const card = namedCard(name);
  let method = ledger.find('payment_method', name);
  if (card) {
    method = ledger.put<'payment_method'>(paymentMethodOf(card, ledger.newId('payment_method'), ledger.now));
    if (card.behavior.declinedLater !== undefined) ledger.refusedCards.add(method.id);
  }
  if (!method) throw noSuch('PaymentMethod', name, 'payment_method');
  if (method.customer !== null && idOf(method.customer) !== customer) {
    throw invalid('The payment method you provided has already been attached to a customer.');
  }
  method.customer = customer;
  ledger.emit('payment_method.attached', method);
  return method;
}

export const CUSTOMER_OPERATIONS: Record<string, Handler> = {
  'POST /v1/customers': ((account: Account, parameters: CustomerParams) => {
    const made = creator('customer', 'Customer')(account, parameters as never, {});
    account.ledger.emit('customer.created', made);
    return made;
  }) as Handler,
  'GET /v1/customers/{customer}': ({ ledger }, _: never, { customer = '' }) =>
    ledger.isDeletedCustomer(customer)
      ? { id: customer, object: 'customer', deleted: true }
      : ledger.get('customer', customer, 'id'),
  'POST /v1/customers/{customer}': updateCustomer as Handler,
  'DELETE /v1/customers/{customer}': deleteCustomer,
  'GET /v1/customers': lister(
    'customer',
    '/v1/customers',
    (row: Stripe.Customer, { email }: { email?: string }) => email === undefined || row.email === email,
  ),
  'GET /v1/customers/{customer}/payment_methods': ({ ledger }, parameters: Page, { customer = '' }) =>
    pageOf(
      ledger.all('payment_method').filter((method) => idOf(method.customer) === customer),
      parameters,
      `/v1/customers/${customer}/payment_methods`,
    ),
  'POST /v1/payment_methods/{payment_method}/attach': ((
    account: Account,
    { customer }: { customer: string },
    path,
  ) => {
    account.ledger.get('customer', customer, 'customer');
    return attachCard(account, customer, path['payment_method'] ?? '');
  }) as Handler,
  'GET /v1/payment_methods/{payment_method}': reader('payment_method', 'payment_method'),
};
