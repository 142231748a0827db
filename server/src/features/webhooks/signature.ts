import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const PREFIX = 'whsec_';

/** Returns a new secret, as receivers paste it. */
export const newSigningSecret = (): string => PREFIX + randomBytes(24).toString('base64');

interface Signed {
  /** The same on every attempt. */
  eventId: string;
  body: string;
  now: Date;
}

/** Returns the headers of Standard Webhooks, with a signature of each secret. */
export const signatureHeaders = (
  secrets: readonly string[],
  { eventId, body, now }: Signed,
): Record<string, string> => ({
  'webhook-id': eventId,
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(eventId, now, body)).join(' '),
});
