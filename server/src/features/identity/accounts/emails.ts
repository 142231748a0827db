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
