import type { Stripe } from 'stripe';
import { build } from './description.ts';
import { amountOf, collect, DRAFT_SECONDS, openInvoice, priceOf } from './invoices.ts';
import { idOf, type Ledger } from './ledger.ts';

const DAY = 86_400;
const NOTICE_DAYS = 3;

export interface NewSubscription {
  customer: string;
  price: Stripe.Price;
  metadata: Stripe.Metadata;
  paymentMethod: string | null;
  promotion?: Stripe.PromotionCode | undefined;
  trialDays: number;
}

const isOver = ({ status }: Stripe.Subscription) => status === 'canceled';

function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
  return item;
}

function endOfPeriod(start: number, { recurring }: Stripe.Price): number {
  const end = new Date(start * 1000);
  if (recurring?.interval === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return end.getTime() / 1000;
}

function discountFrom(
  ledger: Ledger,
  promotion: Stripe.PromotionCode,
  subscriptionId: string,
): Stripe.Discount {
  return build<Stripe.Discount>('Discount', {
    id: ledger.newId('discount'),
    promotion_code: promotion.id,
    subscription: subscriptionId,
    start: ledger.now,
    source: { type: 'coupon', coupon: promotion.promotion.coupon },
  });
}

/** Time passes for the subscriptions of one account at Stripe. */
export class Subscriptions {
  readonly #ledger: Ledger;
  /** Trials whose end was announced. */
  readonly #announced = new Set<string>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  #update(subscription: Stripe.Subscription, type = 'customer.subscription.updated'): void {
    this.#ledger.emit(type, subscription);
  }

  /** Starts a subscription. Throws the card’s refusal, and keeps nothing, if its first payment fails. */
  create({
    customer,
    price,
    metadata,
    paymentMethod,
    promotion,
    trialDays,
  }: NewSubscription): Stripe.Subscription {
    const { now } = this.#ledger;
    const id = this.#ledger.newId('subscription');
    const trialEnd = trialDays > 0 ? now + trialDays * DAY : null;
    const item = build<Stripe.SubscriptionItem>('SubscriptionItem', {
      id: this.#ledger.newId('subscription_item'),
      created: now,
      price,
      quantity: 1,
      subscription: id,
      current_period_start: now,
      current_period_end: trialEnd ?? endOfPeriod(now, price),
    });
    const subscription = build<Stripe.Subscription>('Subscription', {
      id,
      customer,
      created: now,
      start_date: now,
      billing_cycle_anchor: trialEnd ?? now,
      billing_mode: { type: 'flexible', flexible: null },
      collection_method: 'charge_automatically',
      currency: 'usd',
      metadata,
      default_payment_method: paymentMethod,
      discounts: promotion ? [discountFrom(this.#ledger, promotion, id)] : [],
      status: trialEnd === null ? 'incomplete' : 'trialing',
      trial_start: trialEnd === null ? null : now,
      trial_end: trialEnd,
    });
    subscription.items.data = [item];
    this.#ledger.put<'subscription'>(subscription);
    this.#update(subscription, 'customer.subscription.created');
    const invoice = openInvoice(this.#ledger, subscription, 'subscription_create');
    const refusal = collect(this.#ledger, subscription, invoice);
    if (refusal) {
      this.#ledger.remove(id);
      this.#ledger.remove(invoice.id ?? '');
      throw refusal;
    }
    if (trialEnd === null) {
      subscription.status = 'active';
      this.#update(subscription);
    }
    return subscription;
  }

  /** Cancels at the end of the period, as the API does. */
  cancelAtPeriodEnd(subscription: Stripe.Subscription): void {
    this.cancelAt(subscription, itemOf(subscription).current_period_end);
    subscription.cancel_at_period_end = true;
  }

  /** Cancels at a moment, as the customer portal does: `cancel_at_period_end` stays false. */
  cancelAt(subscription: Stripe.Subscription, moment: number | null): void {
    subscription.cancel_at = moment;
    subscription.cancel_at_period_end = false;
    subscription.canceled_at = moment === null ? null : this.#ledger.now;
  }

  /** Changes the price and charges the difference at once; a trial keeps its end. */
  switchTo(subscription: Stripe.Subscription, price: Stripe.Price): void {
    const item = itemOf(subscription);
    const { current_period_start: start, current_period_end: end } = item;
    const unused = Math.max(0, (end - this.#ledger.now) / (end - start));
    const credit = Math.round(amountOf(subscription) * unused);
    item.price = price;
    if (subscription.status === 'active') {
      item.current_period_start = this.#ledger.now;
      item.current_period_end = endOfPeriod(this.#ledger.now, price);
      const invoice = openInvoice(this.#ledger, subscription, 'subscription_update');
      invoice.amount_due = Math.max(0, invoice.amount_due - credit);
      collect(this.#ledger, subscription, invoice);
    }
    this.#update(subscription);
  }

  changed(subscription: Stripe.Subscription): void {
    this.#update(subscription);
  }

  end(subscription: Stripe.Subscription): void {
    subscription.status = 'canceled';
    subscription.ended_at = this.#ledger.now;
    subscription.canceled_at ??= this.#ledger.now;
    this.#update(subscription, 'customer.subscription.deleted');
  }

  /** Charges an open invoice again, as a retry or the customer does. Returns whether it is paid. */
  pay(invoice: Stripe.Invoice): boolean {
    const id = idOf(invoice.parent?.subscription_details?.subscription);
    const subscription = this.#ledger.get('subscription', id);
    const isPaid = collect(this.#ledger, subscription, invoice) === null;
    if (isPaid && subscription.status === 'past_due') {
      subscription.status = 'active';
      this.#update(subscription);
    } else if (!isPaid) this.#afterFailure(subscription, invoice);
    return isPaid;
  }

  #afterFailure(subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
    if (invoice.next_payment_attempt === null) this.end(subscription);
    else if (subscription.status !== 'past_due') {
      subscription.status = 'past_due';
      this.#update(subscription);
    }
  }

  /** Advances the clock and does what falls due on the way, in order. */
  advance(seconds: number): void {
    const target = this.#ledger.now + seconds;
    for (;;) {
      const next = this.#due()
        .filter(({ at }) => at <= target)
        .toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#ledger.now = Math.max(next.at, this.#ledger.now);
      next.run();
    }
    this.#ledger.now = target;
  }

  /** Everything that time alone will cause. */
  #due(): { at: number; run: () => void }[] {
    const running = this.#ledger.all('subscription').filter((subscription) => !isOver(subscription));
    const live = running.flatMap((subscription) => [
      ...this.#announcement(subscription),
      { at: itemOf(subscription).current_period_end, run: () => this.#turn(subscription) },
    ]);
    const invoices = running.flatMap(({ latest_invoice: latest }) => {
      const invoice = this.#ledger.find('invoice', idOf(latest));
      if (!invoice || invoice.status === 'paid') return [];
      const at = invoice.status === 'draft' ? invoice.created + DRAFT_SECONDS : invoice.next_payment_attempt;
      return at === null ? [] : [{ at, run: () => void this.pay(invoice) }];
    });
    return [...live, ...invoices];
  }

  #announcement(subscription: Stripe.Subscription): { at: number; run: () => void }[] {
    const { id, status, trial_end: trialEnd } = subscription;
    if (status !== 'trialing' || trialEnd === null || this.#announced.has(id)) return [];
    const run = () => {
      this.#announced.add(id);
      this.#update(subscription, 'customer.subscription.trial_will_end');
    };
    return [{ at: trialEnd - NOTICE_DAYS * DAY, run }];
  }

  /** A period ends: the subscription ends with it, or the next one begins and will be charged. */
  #turn(subscription: Stripe.Subscription): void {
    const item = itemOf(subscription);
    const { current_period_end: end } = item;
    if (subscription.cancel_at !== null && subscription.cancel_at <= end) return this.end(subscription);
    item.current_period_start = end;
    item.current_period_end = endOfPeriod(end, priceOf(subscription));
    if (subscription.status === 'trialing') subscription.status = 'active';
    this.#update(subscription);
    openInvoice(this.#ledger, subscription, 'subscription_cycle');
  }
}
