import type { Stripe } from 'stripe';
import type { Account, Handler } from './account.ts';
import { build } from './description.ts';
import type { StoredKind } from './ledger.ts';
import { mergeMetadata, type Page, pageOf, plainFields } from './lists.ts';

/** Creates an object that takes over the request’s fields. */
export function creator<K extends StoredKind>(kind: K, type: string, defaults: object = {}): Handler {
  return (({ ledger }: Account, parameters: { metadata?: Stripe.Metadata }) => {
    const plain = { created: ledger.now, ...defaults, ...plainFields(parameters) };
    const made = build(type, {
      id: ledger.newId(kind),
      ...plain,
      metadata: mergeMetadata({}, parameters.metadata),
    });
    return ledger.put<K>(made as never);
  }) as Handler;
}

function updater<K extends StoredKind>(kind: K, placeholder: string): Handler {
  return (({ ledger }: Account, parameters: { metadata?: Stripe.Metadata }, path) => {
    const held = ledger.get(kind, path[placeholder] ?? '') as { metadata: Stripe.Metadata | null };
    return Object.assign(held, plainFields(parameters), {
      metadata: mergeMetadata(held.metadata, parameters.metadata),
    });
  }) as Handler;
}

/** Lists a kind, filtered by the fields that the request names. */
export function lister<K extends StoredKind>(
  kind: K,
  url: string,
  keep = (_row: never, _parameters: never) => true,
): Handler {
  return (({ ledger }: Account, parameters: Page) =>
    pageOf(
      ledger.all(kind).filter((row) => keep(row as never, parameters as never)),
      parameters,
      url,
    )) as Handler;
}

export const reader = (kind: StoredKind, placeholder: string): Handler =>
  (({ ledger }: Account, _: never, path) =>
    ledger.get(kind, path[placeholder] ?? '', placeholder)) as Handler;

const createPrice: Handler = (
  account,
  parameters: Stripe.PriceCreateParams & { metadata?: Stripe.Metadata },
) => {
  const { recurring, ...rest } = parameters;
  const made = creator('price', 'Price', { active: true, type: 'recurring' })(
    account,
    rest as never,
    {},
  ) as Stripe.Price;
  made.unit_amount_decimal = String(made.unit_amount) as never;
  made.recurring = build<Stripe.Price.Recurring>('Price.Recurring', {
    interval: recurring?.interval ?? 'month',
    interval_count: 1,
    usage_type: 'licensed',
  });
  return made;
};

const createConfiguration: Handler = (account, parameters: Required<Offered>) => {
  const { features, ...rest } = parameters;
  const made = creator('billing_portal.configuration', 'BillingPortal.Configuration', { active: true })(
    account,
    rest as never,
    {},
  ) as Stripe.BillingPortal.Configuration;
  mergeDeep(made as never, { features });
  notePrices(account, made.id, { features });
  return made;
};

type Offered = { features?: Stripe.BillingPortal.ConfigurationCreateParams.Features };

/** Keeps the prices that the portal offers, which its replies leave out. */
function notePrices({ ledger }: Account, id: string, { features }: Offered): void {
  const products = features?.subscription_update?.products;
  if (products)
    ledger.portalPrices.set(
      id,
      products.flatMap(({ prices }) => prices),
    );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function mergeDeep(held: Record<string, unknown>, given: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(given)) {
    const inner = held[name];
    if (name === 'products') continue; // Stripe leaves it out of its replies unless it is expanded
    if (isObject(inner) && isObject(value)) mergeDeep(inner, value);
    else held[name] = value;
  }
}

const updateConfiguration: Handler = (account, parameters: Offered, { configuration = '' }) => {
  const held = account.ledger.get('billing_portal.configuration', configuration);
  mergeDeep(held as never, { features: parameters.features ?? {} });
  notePrices(account, held.id, parameters);
  return held;
};

const createEndpoint: Handler = (account, parameters: Stripe.WebhookEndpointCreateParams) => {
  const made = creator('webhook_endpoint', 'WebhookEndpoint', { status: 'enabled' })(
    account,
    parameters as never,
    {},
  );
  return Object.assign(made, { secret: `whsec_${account.ledger.newId('webhook_endpoint')}` });
};

export const CATALOG_OPERATIONS: Record<string, Handler> = {
  'POST /v1/products': creator('product', 'Product', { active: true }),
  'GET /v1/products': lister('product', '/v1/products'),
  'POST /v1/products/{id}': updater('product', 'id'),
  'POST /v1/prices': createPrice,
  'GET /v1/prices': lister(
    'price',
    '/v1/prices',
    (row: Stripe.Price, { lookup_keys: keys }: { lookup_keys?: string[] }) =>
      keys === undefined || keys.includes(row.lookup_key ?? ''),
  ),
  'GET /v1/prices/{price}': reader('price', 'price'),
  'POST /v1/prices/{price}': updater('price', 'price'),
  'POST /v1/billing_portal/configurations': createConfiguration,
  'GET /v1/billing_portal/configurations': lister(
    'billing_portal.configuration',
    '/v1/billing_portal/configurations',
  ),
  'POST /v1/billing_portal/configurations/{configuration}': updateConfiguration,
  'GET /v1/events': lister(
    'event',
    '/v1/events',
    (row: Stripe.Event, { created, types }: { created?: { gt?: number; gte?: number }; types?: string[] }) =>
      row.created > (created?.gt ?? -1) &&
      row.created >= (created?.gte ?? 0) &&
      types?.includes(row.type) !== false,
  ),
  'GET /v1/events/{id}': reader('event', 'id'),
  'POST /v1/webhook_endpoints': createEndpoint,
  'GET /v1/webhook_endpoints': lister('webhook_endpoint', '/v1/webhook_endpoints'),
  'POST /v1/webhook_endpoints/{webhook_endpoint}': updater('webhook_endpoint', 'webhook_endpoint'),
  'GET /v1/promotion_codes': lister('promotion_code', '/v1/promotion_codes'),
};
