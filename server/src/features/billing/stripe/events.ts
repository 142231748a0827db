import { Stripe } from 'stripe';
import { idOf, LISTED } from './client.ts';

export interface StripeEvent {
  id: string;
  type: string;
  created: Date;
  customerId: string | null;
}

/** Allowed difference between the webhook’s clock and ours. */
const TOLERANCE_SECONDS = 300;

/** Only ids are read: the shape follows the webhook endpoint’s API version, not the SDK’s. */
function eventOf({ id, type, created, data }: Stripe.Event): StripeEvent {
  const {
    object,
    id: objectId,
    customer,
  } = data.object as { object?: string; id?: string; customer?: string | { id: string } | null };
  const customerId = object === 'customer' ? (objectId ?? null) : idOf(customer);
  return { id, type, created: new Date(created * 1000), customerId };
}

/** Verifies the signature. Returns null if no secret fits, it is too old, or it is of the other mode. */
export async function readEvent(
  stripe: Stripe,
  { webhookSecrets, isLive }: { webhookSecrets: string[]; isLive: boolean },
  body: Buffer,
  signature: string,
): Promise<StripeEvent | null> {
  for (const secret of webhookSecrets) {
    try {
      const event = await stripe.webhooks.constructEventAsync(body, signature, secret, TOLERANCE_SECONDS);
      return event.livemode === isLive ? eventOf(event) : null;
    } catch {
      // Whatever the library throws, also its own mistakes about a malformed header, is due to what was sent.
    }
  }
  return null;
}

/** Events of these types since then, oldest first. */
export async function eventsSince(
  stripe: Stripe,
  moment: Date,
  types: readonly string[],
): Promise<StripeEvent[]> {
  const created = { gte: Math.floor(moment.getTime() / 1000) };
  const events: StripeEvent[] = [];
  for await (const event of stripe.events.list({ created, types: [...types], limit: LISTED }))
    events.push(eventOf(event));
  return events.toReversed();
}
