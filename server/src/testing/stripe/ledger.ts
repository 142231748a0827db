import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import { API_VERSION, build } from './description.ts';
import { noSuch } from './failure.ts';

/** Kinds of objects, and the prefix of their ids. */
const PREFIXES = {
  customer: 'cus',
  product: 'prod',
  price: 'price',
  promotion_code: 'promo',
  'checkout.session': 'cs_test',
  'billing_portal.session': 'bps',
  'billing_portal.configuration': 'bpc',
  subscription: 'sub',
  subscription_item: 'si',
  invoice: 'in',
  discount: 'di',
  payment_method: 'pm',
  webhook_endpoint: 'we',
  event: 'evt',
  refund: 're',
  payment_intent: 'pi',
  invoice_payment: 'inpay',
} as const;
type Kind = keyof typeof PREFIXES;

interface Stored {
  customer: Stripe.Customer;
  product: Stripe.Product;
  price: Stripe.Price;
  promotion_code: Stripe.PromotionCode;
  'checkout.session': Stripe.Checkout.Session;
  'billing_portal.session': Stripe.BillingPortal.Session;
  'billing_portal.configuration': Stripe.BillingPortal.Configuration;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  payment_method: Stripe.PaymentMethod;
  webhook_endpoint: Stripe.WebhookEndpoint;
  event: Stripe.Event;
  refund: Stripe.Refund;
}
export type StoredKind = keyof Stored;

/** What a checkout session sells, which the session itself does not show. */
export interface Purchase {
  price: Stripe.Price;
  trialDays: number;
  metadata: Stripe.Metadata;
}

/** What customers bring about; the rest is set up once. */
const OF_CUSTOMERS: ReadonlySet<string> = new Set<StoredKind>([
  'customer',
  'checkout.session',
  'billing_portal.session',
  'subscription',
  'invoice',
  'payment_method',
  'event',
  'refund',
]);

/** Everything the account at Stripe holds, and its clock. */
export class Ledger {
  /** Payment methods that were accepted and are refused at every charge. */
  readonly refusedCards = new Set<string>();
  readonly purchases = new Map<string, Purchase>();
  /** The payments of each invoice, which the invoice shows only if they are expanded. */
  readonly payments = new Map<string, Stripe.InvoicePayment>();
  /** The prices that each portal configuration offers, which it shows only if they are expanded. */
  readonly portalPrices = new Map<string, string[]>();
  readonly #objects = new Map<string, Stored[StoredKind]>();
  readonly #deletedCustomers = new Set<string>();
  /** How far the clock was advanced. */
  #aheadSeconds = 0;
  readonly #onEvent: (event: Stripe.Event) => void;

  constructor(onEvent: (event: Stripe.Event) => void) {
    this.#onEvent = onEvent;
  }

  /** Seconds since 1970. */
  get now(): number {
    return Math.floor(Date.now() / 1000) + this.#aheadSeconds;
  }

  set now(seconds: number) {
    this.#aheadSeconds += seconds - this.now;
  }

  newId(kind: Kind): string {
    return `${PREFIXES[kind]}_${randomBytes(12).toString('hex')}`;
  }

  put<K extends StoredKind>(object: Stored[K]): Stored[K] {
    this.#objects.set(object.id, object);
    return object;
  }

  find<K extends StoredKind>(kind: K, id: string): Stored[K] | undefined {
    const found = this.#objects.get(id);
    return found?.object === kind ? (found as Stored[K]) : undefined;
  }

  /** Throws what Stripe answers if there is none. */
  get<K extends StoredKind>(kind: K, id: string, param?: string): Stored[K] {
    const found = this.find(kind, id);
    if (!found) throw noSuch(kind.replace(/.*\./, '').replaceAll('_', ' '), id, param);
    return found;
  }

  /** Newest first, as Stripe lists. */
  all<K extends StoredKind>(kind: K): Stored[K][] {
    return [...this.#objects.values()].filter(({ object }) => object === kind).toReversed() as Stored[K][];
  }

  /** Throws for a customer that never was; what deleted ones had is still listed. */
  assertCustomerExisted(id: string | undefined): void {
    if (id !== undefined && !this.#deletedCustomers.has(id)) this.get('customer', id, 'customer');
  }

  deleteCustomer(id: string): void {
    this.#deletedCustomers.add(id);
    this.remove(id);
  }

  isDeletedCustomer(id: string): boolean {
    return this.#deletedCustomers.has(id);
  }

  purchaseOf(sessionId: string): Purchase {
    const purchase = this.purchases.get(sessionId);
    if (!purchase) throw noSuch('checkout session', sessionId);
    return purchase;
  }

  remove(id: string): void {
    this.#objects.delete(id);
  }

  removeCustomers(): void {
    for (const { id, object } of this.#objects.values()) if (OF_CUSTOMERS.has(object)) this.remove(id);
    this.refusedCards.clear();
    this.#deletedCustomers.clear();
    this.purchases.clear();
    this.payments.clear();
    this.#aheadSeconds = 0;
  }

  /** Any object by its id, for `expand`. */
  lookUp(id: string): object | undefined {
    return this.#objects.get(id);
  }

  /** A list that an object shows only if it is expanded. */
  leftOut(id: string, field: string): object | undefined {
    if (field !== 'payments') return undefined;
    const payment = this.payments.get(id);
    const url = `/v1/invoice_payments?invoice=${id}`;
    return { object: 'list', data: payment ? [payment] : [], has_more: false, url };
  }

  emit(type: string, object: object): void {
    const event = build<Stripe.Event>('Event', {
      id: this.newId('event'),
      api_version: API_VERSION,
      created: this.now,
      pending_webhooks: 1,
    });
    Object.assign(event, { type, data: { object: structuredClone(object) } });
    this.#onEvent(this.put<'event'>(event));
  }
}

/** The id of a field that may hold the whole object. */
export const idOf = (field: string | { id: string } | null | undefined): string =>
  typeof field === 'string' ? field : (field?.id ?? '');
