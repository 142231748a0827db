import { wholeDay } from '@stagelink/shared/domain/format';
import { sentence } from '@stagelink/shared/domain/sentence';
import { type EmailContent, type EmailMessage, renderEmail } from '../../platform/mail/renderEmail.ts';
import type { Effect, SubscriptionFacts } from './policy.ts';

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const day = (date: Date | null, otherwise: string) => (date === null ? otherwise : wholeDay(date));

type Content = Omit<EmailContent, 'action' | 'greeting' | 'footer'>;
type Describe = (facts: SubscriptionFacts, effect: Effect) => Content;

function cancellationOf({ status, cancelAt, isCancelledByDeactivation }: SubscriptionFacts): string[] {
  const end = day(cancelAt, 'the end of the paid period');
  if (isCancelledByDeactivation) {
    return [
      `Your account was deactivated, so your subscription ends on ${end}. You will not be charged again.`,
      'If the administrator of this server activates your account before that day, your subscription continues.',
    ];
  }
  if (status === 'past_due') {
    return [
      `You keep Pro until ${end}. Your last payment failed and is still retried until then; after that day you will not be charged.`,
      'You can continue your subscription under “Billing and invoices” in your settings.',
    ];
  }
  return [
    `You keep Pro until ${end}. You will not be charged again.`,
    'You can reactivate it in your settings until then.',
  ];
}

/** What is emailed. The first payment and the receipt are emailed by Stripe. */
const EMAILS: Partial<Record<Effect['type'], Describe>> = {
  trial_started: ({ trialEnd, next }) => ({
    subject: 'Your Pro trial has started',
    paragraphs: [
      `You have Pro until ${day(trialEnd, 'your trial ends')}.${next ? ` Your card is then charged ${dollars(next.cents)}.` : ''}`,
      'You can cancel in your settings at any time before that and pay nothing.',
    ],
  }),
  trial_ends_soon: ({ trialEnd, next }) => ({
    subject: `Your Pro trial ends on ${day(trialEnd, 'the day it was booked for')}`,
    paragraphs: [
      next
        ? `Your subscription continues on ${wholeDay(next.at)} and your card is charged ${dollars(next.cents)}.`
        : 'Your subscription then continues.',
      'To pay nothing, cancel in your settings before that day.',
    ],
  }),
  payment_failed: (_facts, { payment }) => ({
    subject: 'Your payment for Stagelink Pro failed',
    paragraphs: [
      `Your card was declined${payment ? ` for ${dollars(payment.cents)}` : ''}. It is charged again in the next days.`,
      'You keep Pro meanwhile. Update your payment method in your settings so that it does not end.',
    ],
  }),
  subscription_cancelled: (facts) => ({
    subject: 'Your subscription is cancelled',
    paragraphs: cancellationOf(facts),
  }),
  reactivated: ({ next }) => ({
    subject: 'Your subscription continues',
    paragraphs: [
      next
        ? `You keep Pro. The next payment of ${dollars(next.cents)} is on ${wholeDay(next.at)}.`
        : 'You keep Pro.',
    ],
  }),
  pro_ended: () => ({
    subject: 'Your Pro plan has ended',
    paragraphs: [
      'You are on the Free plan now. Nothing was deleted, and your links stay open until the dates they have.',
      'New snapshots and extensions follow the limits of the Free plan.',
    ],
  }),
};

const FOOTER = 'You receive this email because it concerns your subscription.';

/** Says that the second of two subscriptions was ended. */
export const duplicateEmail = (appUrl: string, name: string, cents: number): EmailMessage =>
  renderEmail({
    subject: 'Your second subscription was cancelled',
    paragraphs: [
      'Two subscriptions to Stagelink Pro were running for your account. The newer one was cancelled, and you keep Pro with the older one.',
      cents === 0
        ? 'Nothing was charged for it.'
        : `The ${dollars(cents)} that you paid for it are refunded in full. Your bank shows the refund within ten days.`,
    ],
    greeting: sentence`Hello ${name},`,
    action: { label: 'Open settings', url: `${appUrl}/settings` },
    footer: FOOTER,
  });

/** Returns the email about an effect, or null if there is none. */
export function effectEmail(
  appUrl: string,
  name: string,
  facts: SubscriptionFacts,
  effect: Effect,
): EmailMessage | null {
  const content = EMAILS[effect.type]?.(facts, effect);
  if (!content) return null;
  return renderEmail({
    ...content,
    greeting: sentence`Hello ${name},`,
    action: { label: 'Open settings', url: `${appUrl}/settings` },
    footer: FOOTER,
  });
}
