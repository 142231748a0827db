import { sentence } from '@stagelink/shared/domain/sentence';
import { type EmailMessage, renderEmail } from '../../../platform/mail/renderEmail.ts';

export const accountDeletedEmail = (name: string): EmailMessage =>
  renderEmail({
    subject: 'Your account has been deleted',
    greeting: sentence`Hello ${name},`,
    paragraphs: [
      'Your account and everything in it has been deleted. Links you shared no longer open.',
      'This cannot be undone. You can sign up again at any time.',
    ],
  });

/** Sent a week before an account that was never used is deleted. */
export const unusedAccountEmail = (appUrl: string, name: string): EmailMessage =>
  renderEmail({
    subject: 'Your unused account will be deleted',
    greeting: sentence`Hello ${name},`,
    paragraphs: [
      'You have not used your Stagelink account for a month, and its address was never confirmed. ' +
        'It will be deleted in a week.',
      'To keep it, log in before then.',
    ],
    action: { label: 'Log in', url: `${appUrl}/login` },
    footer: 'If you did not create this account, ignore this email.',
  });
