import { EMAIL_LINK_HOURS } from '@stagelink/shared/contracts/limits';
import { sentence } from '@stagelink/shared/domain/sentence';
import { type EmailMessage, renderEmail } from '../../../platform/mail/renderEmail.ts';

interface About {
  appUrl: string;
  name: string;
}

const verifyUrl = (appUrl: string, token: string) => `${appUrl}/verify-email?token=${token}`;

// An unverified address never receives text that a user entered, so that our email cannot be used for spam.

export const confirmAddress = (appUrl: string, token: string): EmailMessage =>
  renderEmail({
    subject: 'Confirm your email address',
    greeting: 'Hello,',
    paragraphs: [`Confirm that this address is yours. The link works for ${EMAIL_LINK_HOURS} hours.`],
    action: { label: 'Confirm address', url: verifyUrl(appUrl, token) },
    footer:
      'You received this email because this address was used to sign up for Stagelink. If this wasn’t you, ignore it.',
  });

export const confirmNewAddress = (appUrl: string, token: string): EmailMessage =>
  renderEmail({
    subject: 'Confirm your new email address',
    greeting: 'Hello,',
    paragraphs: [
      `Your account changes to this address when you confirm it. The link works for ${EMAIL_LINK_HOURS} hours.`,
    ],
    action: { label: 'Confirm new address', url: verifyUrl(appUrl, token) },
    footer:
      'You received this email because this address was added to a Stagelink account. If this wasn’t you, ignore it.',
  });

export const addressHasAccount = ({ appUrl, name }: About): EmailMessage =>
  renderEmail({
    subject: 'You already have an account with this address',
    greeting: sentence`Hello ${name},`,
    paragraphs: [
      'This address was requested for another account. It belongs to yours, so nothing has changed.',
      'If this was you, log in with this address instead.',
    ],
    action: { label: 'Log in', url: `${appUrl}/login` },
  });

export const addressIsChanging = ({ appUrl, name }: About, email: string): EmailMessage =>
  renderEmail({
    subject: 'Your email address is about to change',
    greeting: sentence`Hello ${name},`,
    paragraphs: [
      'A change of your account’s email address was requested with your password. The address changes when the new one is confirmed.',
      'If this wasn’t you, change your password now. That cancels the request.',
    ],
    details: [{ label: 'New address', value: email }],
    action: { label: 'Open settings', url: `${appUrl}/settings` },
  });
