import type { Stripe } from 'stripe';
import { idOf } from './ledger.ts';

export interface Page {
  limit?: number;
  starting_after?: string;
}

export function pageOf<T extends { id: string }>(
  rows: T[],
  { limit = 10, starting_after: after }: Page,
  url: string,
) {
  const from = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  const data = rows.slice(from, from + limit);
  return { object: 'list', data, has_more: from + limit < rows.length, url };
}

/** Merges metadata as Stripe does: an empty value removes the key. */
export function mergeMetadata(held: Stripe.Metadata | null, given: unknown): Stripe.Metadata {
  const merged = { ...held, ...(given as Record<string, string | null> | undefined) };
  return Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== null && value !== ''),
  ) as Stripe.Metadata;
}

/** The request’s fields that the object simply takes over. */
export function plainFields(parameters: object): object {
  const { metadata: _metadata, expand: _expand, ...rest } = parameters as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
}

/** Keeps rows of the customer that a list names. */
export const isOfCustomer = (
  row: { customer: string | { id: string } | null },
  { customer }: { customer?: string },
) => customer === undefined || idOf(row.customer) === customer;

/** Keeps invoices of the customer and the subscription that a list names. */
export const isInvoiceOf = (
  invoice: Stripe.Invoice,
  { customer, subscription }: { customer?: string; subscription?: string },
) =>
  isOfCustomer(invoice, customer === undefined ? {} : { customer }) &&
  (subscription === undefined || idOf(invoice.parent?.subscription_details?.subscription) === subscription);
