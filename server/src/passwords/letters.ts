import { PASSWORD_RESET_MINUTES } from '@stagelink/shared/contracts/limits';
import { TOKENS_PATH } from '@stagelink/shared/contracts/tokens';
import { type Letter, letter } from '../mail/letter.ts';
import type { TokenRow } from '../tokens/repo.ts';

interface About {
  appUrl: string;
  name: string;
}

export const resetLink = ({ appUrl, name }: About, token: string): Letter =>
  letter({
    subject: 'Choose a new password',
    greeting: `Hello ${name},`,
    paragraphs: [
      `Open this link to choose a new password. It works once, for ${PASSWORD_RESET_MINUTES} minutes.`,
    ],
    action: { label: 'Choose a new password', url: `${appUrl}/reset-password?token=${token}` },
    footer: 'If you did not ask for this, you can ignore it: your password stays as it is.',
  });

/** `tokens` are the access tokens that still work. */
export const passwordChanged = (
  { appUrl, name }: About,
  tokens: Pick<TokenRow, 'description' | 'createdAt'>[],
): Letter =>
  letter({
    subject: 'Your password has been changed',
    greeting: `Hello ${name},`,
    paragraphs: [
      'The password of your account has just been changed, and everywhere else you are signed out.',
      'If that was not you, choose a new password now.',
    ],
    groups:
      tokens.length === 0
        ? []
        : [
            {
              title: 'These access tokens still work: revoke those you do not know',
              url: appUrl + TOKENS_PATH,
              news: tokens.map(({ description, createdAt }) => ({
                title: description,
                text: `Created on ${createdAt.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })}`,
              })),
            },
          ],
    action: { label: 'Choose a new password', url: `${appUrl}/login?mode=forgot` },
  });
