import { PASSWORD_RESET_MINUTES } from '@stagelink/shared/contracts/limits';
import { TOKENS_PATH } from '@stagelink/shared/contracts/tokens';
import { sentence } from '@stagelink/shared/domain/sentence';
import { type EmailMessage, renderEmail } from '../../../platform/mail/renderEmail.ts';
import type { TokenRow } from '../tokens/repo.ts';

interface About {
  appUrl: string;
  name: string;
}

export const passwordResetEmail = ({ appUrl, name }: About, token: string): EmailMessage =>
  renderEmail({
    subject: 'Choose a new password',
    greeting: sentence`Hello ${name},`,
    paragraphs: [
      `Open this link to choose a new password. It works once, for ${PASSWORD_RESET_MINUTES} minutes.`,
    ],
    action: { label: 'Choose a new password', url: `${appUrl}/reset-password?token=${token}` },
    footer: 'If you did not request this, ignore it. Your password stays the same.',
  });

/** `tokens`: the access tokens that still work. */
export const passwordChanged = (
  { appUrl, name }: About,
  tokens: Pick<TokenRow, 'description' | 'createdAt'>[],
): EmailMessage =>
  renderEmail({
    subject: 'Your password has been changed',
    greeting: sentence`Hello ${name},`,
    paragraphs: [
      'The password of your account was changed. You are signed out on all other devices.',
      'If this wasn’t you, choose a new password now.',
    ],
    groups:
      tokens.length === 0
        ? []
        : [
            {
              title: 'These access tokens still work. Revoke those you do not recognize',
              url: appUrl + TOKENS_PATH,
              items: tokens.map(({ description, createdAt }) => ({
                title: description,
                text: `Created on ${createdAt.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })}`,
              })),
            },
          ],
    action: { label: 'Choose a new password', url: `${appUrl}/login?mode=forgot` },
  });
