import type { BillingPlan } from '@stagelink/shared/contracts/billing';
import { Stripe } from 'stripe';
import type { BillingConfig } from '../../../platform/config.ts';

/** Answers within ten seconds, the second attempt included. */
const TIMEOUT_MS = 4_500;
const RETRIES = 1;

/** Prices are found by these names, never by an id in the configuration. */
export const LOOKUP_KEYS: Record<BillingPlan, string> = {
  monthly: 'stagelink_pro_monthly',
  annual: 'stagelink_pro_annual',
};

/** How objects that `setup.ts` makes are found again. */
export const OURS = { app: 'stagelink' } as const;

/** The longest page of a list. */
export const LISTED = 100;

/** What is needed to talk to Stripe. */
export type StripeConnection = Pick<BillingConfig, 'stripeSecretKey' | 'apiBase'>;

export function clientOf({ stripeSecretKey, apiBase }: StripeConnection): Stripe {
  const base = apiBase === null ? null : new URL(apiBase);
  return new Stripe(stripeSecretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'https:' ? 'https' : 'http',
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
    }),
  });
}

export const dateOf = (seconds: number | null): Date | null =>
  seconds === null ? null : new Date(seconds * 1000);

export const idOf = (field: string | { id: string } | null | undefined): string | null =>
  typeof field === 'string' ? field : (field?.id ?? null);

/** The object of a field that was expanded. */
export const objectOf = <T extends { id: string }>(field: string | T | null | undefined): T | null =>
  typeof field === 'object' ? field : null;
