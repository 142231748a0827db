import { sentence } from '@stagelink/shared/domain/sentence';
import { type EmailMessage, renderEmail } from '../../../platform/mail/renderEmail.ts';

export const joinedGoogle = (appUrl: string, name: string): EmailMessage =>
  renderEmail({
    subject: 'You can now sign in with Google',
    greeting: sentence`Hello ${name},`,
    paragraphs: [
      'A Google account with this address signed in to your account. Your password still works.',
      'If this wasn’t you, change the passwords of your mailbox and of Stagelink, and end the sessions you do not recognize.',
    ],
    action: { label: 'Open settings', url: `${appUrl}/settings` },
  });
