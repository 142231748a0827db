import { createHmac } from 'node:crypto';
import type { Stripe } from 'stripe';

/** What may happen to webhooks on their way. */
interface Delivery {
  /** How often each event is sent. */
  copies: number;
  /** Keep events until `flush`, which sends them in the order this function returns. */
  held: null | ((events: Stripe.Event[]) => Stripe.Event[]);
  /** Events are never sent; they remain in the list of events. */
  isDropped: boolean;
  /** Sign with another secret. */
  secret: string | null;
}

export interface Webhooks {
  /** Change these at any time. */
  delivery: Delivery;
  sendTo: (url: string, secret: string, types?: readonly string[]) => void;
  accept: (event: Stripe.Event) => void;
  /**
   * Sends held events, again those that were not answered with success, and waits until every event was answered.
   * Returns the statuses of all answers so far.
   */
  flush: () => Promise<number[]>;
  /** Gives up events that were not answered with success. */
  forget: () => void;
}

/** The header that Stripe signs a body with. */
export function signatureOf(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

export function createWebhooks(): Webhooks {
  const delivery: Delivery = { copies: 1, held: null, isDropped: false, secret: null };
  const statuses: number[] = [];
  let held: Stripe.Event[] = [];
  let failed: Stripe.Event[] = [];
  let target: { url: string; secret: string; types: readonly string[] | undefined } | null = null;
  let sending: Promise<void> = Promise.resolve();

  async function post(event: Stripe.Event): Promise<void> {
    if (!target || target.types?.includes(event.type) === false) return;
    const body = JSON.stringify(event);
    for (let copy = 0; copy < delivery.copies; copy += 1) {
      const signature = signatureOf(body, delivery.secret ?? target.secret);
      const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature };
      const answer = await fetch(target.url, { method: 'POST', headers, body }).catch(() => null);
      statuses.push(answer?.status ?? 0);
      if (!answer?.ok) failed.push(event);
    }
  }

  const send = (event: Stripe.Event) => {
    sending = sending.then(() => post(event));
  };

  return {
    delivery,
    sendTo(url, secret, types) {
      target = { url, secret, types };
    },
    accept(event) {
      if (delivery.isDropped) return;
      if (delivery.held) held.push(event);
      else send(event);
    },
    async flush() {
      const ordered = [...(delivery.held?.(held) ?? held), ...failed];
      held = [];
      failed = [];
      for (const event of ordered) send(event);
      await sending;
      return statuses;
    },
    forget() {
      failed = [];
    },
  };
}
