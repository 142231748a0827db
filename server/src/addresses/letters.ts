import { EMAIL_LINK_HOURS } from '@stagelink/shared/contracts/limits';
import { type Letter, letter } from '../mail/letter.ts';

interface About {
  appUrl: string;
  name: string;
}

const verifyUrl = (appUrl: string, token: string) => `${appUrl}/verify-email?token=${token}`;

// Until an address is proven, nothing that somebody typed is mailed to it: our mails are not theirs to write.

export const confirmAddress = (appUrl: string, token: string): Letter =>
  letter({
    subject: 'Confirm your email address',
    greeting: 'Hello,',
    paragraphs: [`Please confirm that this address is yours. The link works for ${EMAIL_LINK_HOURS} hours.`],
    action: { label: 'Confirm address', url: verifyUrl(appUrl, token) },
    footer:
      'You get this mail because this address was given for an account on Stagelink. If that was not you, you can ignore it.',
  });

export const confirmNewAddress = (appUrl: string, token: string): Letter =>
  letter({
    subject: 'Confirm your new email address',
    greeting: 'Hello,',
    paragraphs: [
      `Your account gets this address as soon as you confirm it. The link works for ${EMAIL_LINK_HOURS} hours.`,
    ],
    action: { label: 'Confirm new address', url: verifyUrl(appUrl, token) },
    footer:
      'You get this mail because somebody gave this address for their account on Stagelink. If that was not you, you can ignore it.',
  });

export const addressHasAccount = ({ appUrl, name }: About): Letter =>
  letter({
    subject: 'You already have an account with this address',
    greeting: `Hello ${name},`,
    paragraphs: [
      'Somebody asked to use this address for another account. It belongs to yours, so nothing has changed.',
      'If that was you, log in with this address instead.',
    ],
    action: { label: 'Log in', url: `${appUrl}/login` },
  });

export const addressIsChanging = ({ appUrl, name }: About, email: string): Letter =>
  letter({
    subject: 'Your email address is about to change',
    greeting: `Hello ${name},`,
    paragraphs: [
      'Somebody who knows your password asked to change the address of your account. It stays as it is until the new address is confirmed.',
      'If that was not you, choose a new password now: the change will then be refused.',
    ],
    details: [{ label: 'New address', value: email }],
    action: { label: 'Open settings', url: `${appUrl}/settings` },
  });
