import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { assertReply, isMissing } from './failures.ts';

export interface NewCustomer {
  uid: string;
  email: string;
  name: string;
  /** The customer whose place it takes. */
  replaces: string | null;
}

/** Two requests with the same fields make one customer. */
const keyOf = (customer: NewCustomer) =>
  `customer:${createHash('sha256').update(JSON.stringify(customer)).digest('base64url')}`;

export async function createCustomer(stripe: Stripe, customer: NewCustomer): Promise<string> {
  const { uid, email, name } = customer;
  const { id } = await stripe.customers.create(
    { email, name, metadata: { uid } },
    { idempotencyKey: keyOf(customer) },
  );
  assertReply(id);
  return id;
}

/** Returns undefined if Stripe has none, or none any more. */
export async function findCustomer(stripe: Stripe, customerId: string): Promise<Stripe.Customer | undefined> {
  try {
    const customer = await stripe.customers.retrieve(customerId, {
      expand: ['invoice_settings.default_payment_method'],
    });
    assertReply(customer.id);
    return customer.deleted ? undefined : customer;
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}

export async function updateCustomer(
  stripe: Stripe,
  customerId: string,
  fields: { name: string; email: string },
): Promise<void> {
  try {
    await stripe.customers.update(customerId, fields);
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
  }
}

export async function deleteCustomer(stripe: Stripe, customerId: string): Promise<void> {
  try {
    assertReply((await stripe.customers.del(customerId)).deleted);
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
  }
}
