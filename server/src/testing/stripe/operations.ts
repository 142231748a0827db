import type { Handler } from './account.ts';
import { BILLING_OPERATIONS } from './billing.ts';
import { CATALOG_OPERATIONS } from './catalog.ts';
import { CHECKOUT_OPERATIONS } from './checkout.ts';
import { CUSTOMER_OPERATIONS } from './customers.ts';

/** Every operation that the stand-in performs, by its name in the description. */
export const OPERATIONS: Record<string, Handler> = {
  ...CUSTOMER_OPERATIONS,
  ...CATALOG_OPERATIONS,
  ...CHECKOUT_OPERATIONS,
  ...BILLING_OPERATIONS,
};
