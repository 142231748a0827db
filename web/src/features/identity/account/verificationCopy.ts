import { defineCopy } from '../../../lib/copy.ts';

export const t = defineCopy({
  resend: 'Resend verification email',
  resendFailed: 'Failed to send the email. Please try again.',
});
