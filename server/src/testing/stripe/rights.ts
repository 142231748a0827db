import { Failure } from './failure.ts';

/** The right that each path needs, as Stripe names them; the first pattern that fits counts. */
const RESOURCES: [path: RegExp, resource: string][] = [
  [/^\/v1\/customers\/\{customer\}\/payment_methods/, 'payment_method'],
  [/^\/v1\/customers/, 'customer'],
  [/^\/v1\/payment_methods/, 'payment_method'],
  [/^\/v1\/products/, 'product'],
  [/^\/v1\/prices/, 'plan'],
  [/^\/v1\/promotion_codes/, 'promotion_code'],
  [/^\/v1\/checkout/, 'checkout_session'],
  [/^\/v1\/billing_portal/, 'customer_portal'],
  [/^\/v1\/subscriptions/, 'subscription'],
  [/^\/v1\/invoices/, 'invoice'],
  [/^\/v1\/refunds/, 'charge'],
  [/^\/v1\/events/, 'event'],
  [/^\/v1\/webhook_endpoints/, 'webhook'],
];

/** Returns the right that an operation needs, such as `customer_write`. Writing includes reading. */
export function rightOf(operation: string): string {
  const [method, path = ''] = operation.split(' ');
  const [, resource] = RESOURCES.find(([pattern]) => pattern.test(path)) ?? [];
  if (resource === undefined) throw new Error(`No right is known for ${operation}`);
  return `${resource}_${method === 'GET' ? 'read' : 'write'}`;
}

/** Throws what Stripe answers to a restricted key without the right. */
export function checkRight(operation: string, rights: ReadonlySet<string>): void {
  const right = rightOf(operation);
  if (rights.has(right) || rights.has(right.replace(/_read$/, '_write'))) return;
  throw new Failure(403, {
    type: 'invalid_request_error',
    message: `The provided key does not have the required permissions for this endpoint. Having the 'rak_${right}' permission would allow this request to continue.`,
  });
}
