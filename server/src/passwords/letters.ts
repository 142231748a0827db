import { PASSWORD_RESET_MINUTES } from '@stagelink/shared/contracts/limits';
import { type Letter, letter } from '../mail/letter.ts';

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

export const passwordChanged = ({ appUrl, name }: About): Letter =>
  letter({
    subject: 'Your password has been changed',
    greeting: `Hello ${name},`,
    paragraphs: [
      'The password of your account has just been changed, and everywhere else you are signed out. Access tokens still work.',
      'If that was not you, choose a new password now and delete the access tokens you do not know.',
    ],
    action: { label: 'Choose a new password', url: `${appUrl}/login?mode=forgot` },
  });
