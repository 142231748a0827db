import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { build } from './description.ts';
import { cardDeclined, invalid } from './failure.ts';

/** How a card behaves. A card without an entry does not exist. */
interface Behavior {
  /** Refused when it is entered. */
  declined?: string;
  /** Accepted, then refused at every charge. */
  declinedLater?: string;
  needsAuthentication?: boolean;
}

/** Stripe's test cards. */
const CARDS: Readonly<Record<string, Behavior>> = {
  '4242424242424242': {},
  '5555555555554444': {},
  '4000000000000002': { declined: 'generic_decline' },
  '4000000000009995': { declined: 'insufficient_funds' },
  '4000000000000341': { declinedLater: 'generic_decline' },
  '4000002500003155': { needsAuthentication: true },
};

/** Prefixes of numbers that `newCard` makes: many cards of one behavior. */
const SERIES = { pays: '42424242', 'refused later': '40000341' } as const;
export type CardSeries = keyof typeof SERIES;

let made = 0;
/** Returns the number of a card that was not used before. */
export function newCard(series: CardSeries): string {
  made += 1;
  return SERIES[series] + String(made).padStart(8, '0');
}

function behaviorOf(number: string): Behavior | undefined {
  const known = CARDS[number];
  if (known || number.length !== 16) return known;
  if (number.startsWith(SERIES['refused later'])) return { declinedLater: 'generic_decline' };
  return number.startsWith(SERIES.pays) ? {} : undefined;
}

/** Names for programs, which never send a number. */
const NAMED: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_chargeDeclined: '4000000000000002',
};

export interface Card {
  number: string;
  behavior: Behavior;
}

/** Throws what Stripe answers if the card cannot be used. */
export function readCard(typed: string): Card {
  const number = typed.replaceAll(/\s/g, '');
  const behavior = behaviorOf(number);
  if (!behavior)
    throw invalid('Your card number is incorrect.', { code: 'incorrect_number', param: 'number' });
  if (behavior.declined !== undefined) throw cardDeclined(behavior.declined);
  return { number, behavior };
}

/** The card of a name such as `pm_card_visa`, or null. */
export const namedCard = (name: string): Card | null => {
  const number = NAMED[name];
  return number === undefined ? null : readCard(number);
};

export function paymentMethodOf({ number }: Card, id: string, created: number): Stripe.PaymentMethod {
  const card = build<Stripe.PaymentMethod.Card>('PaymentMethod.Card', {
    brand: number.startsWith('5') ? 'mastercard' : 'visa',
    last4: number.slice(-4),
    exp_month: 12,
    exp_year: 2034,
    fingerprint: createHash('sha256').update(number).digest('base64url').slice(0, 16),
  });
  return build<Stripe.PaymentMethod>('PaymentMethod', { id, created, type: 'card', card });
}
