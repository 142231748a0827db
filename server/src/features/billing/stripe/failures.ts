import { Stripe } from 'stripe';
import { AppError } from '../../../platform/http/errors.ts';

export const isInvalid = (cause: unknown): boolean =>
  cause instanceof Stripe.errors.StripeInvalidRequestError;
export const isMissing = (cause: unknown): boolean =>
  cause instanceof Stripe.errors.StripeInvalidRequestError && cause.code === 'resource_missing';

/** Stripe is down or did not answer: whether it did what was requested is unknown. */
export const isSilence = (cause: unknown): boolean =>
  cause instanceof Stripe.errors.StripeConnectionError || cause instanceof Stripe.errors.StripeAPIError;

/** Returns what Stripe says about a card that it refused; throws any other failure. */
export function refusalIn(cause: unknown): string {
  if (cause instanceof Stripe.errors.StripeCardError) return cause.message;
  throw cause;
}

/** Throws where the SDK took any JSON without an error for a reply. */
export function assertReply(part: unknown): void {
  if (!part)
    throw new Stripe.errors.StripeAPIError({ message: 'The reply is incomplete', type: 'api_error' });
}

/** Only the administrator can mend it, so the cause is reported. */
export const misconfigured = (message: string, cause: unknown) =>
  new AppError('unavailable', `${message} Please contact its administrator.`, { cause });

function toUserError(cause: unknown): unknown {
  if (!(cause instanceof Stripe.errors.StripeError)) return cause;
  if (cause instanceof Stripe.errors.StripeCardError)
    return new AppError('conflict', cause.message, { cause });
  if (isSilence(cause) || cause instanceof Stripe.errors.StripeRateLimitError) {
    const silent = 'The payment provider does not respond. Please try again in a moment.';
    return new AppError('unavailable', silent, { cause });
  }
  // A wrong key, a missing right, or an object that was changed at Stripe.
  return misconfigured('Billing does not work on this server right now.', cause);
}

/** Returns the same function, whose failures are sentences for the user. */
export const explained =
  <Given extends unknown[], Reply>(ask: (...given: Given) => Promise<Reply>) =>
  async (...given: Given): Promise<Reply> => {
    try {
      return await ask(...given);
    } catch (cause) {
      throw toUserError(cause);
    }
  };
