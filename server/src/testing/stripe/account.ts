import type { Ledger } from './ledger.ts';
import type { Subscriptions } from './subscriptions.ts';

/** One account at Stripe. */
export interface Account {
  ledger: Ledger;
  subscriptions: Subscriptions;
  /** Where its hosted pages are. */
  baseUrl: () => string;
}

export type Handler = (account: Account, parameters: never, path: Record<string, string>) => object;
