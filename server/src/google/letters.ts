import { type Letter, letter } from '../mail/letter.ts';

export const joinedGoogle = (appUrl: string, name: string): Letter =>
  letter({
    subject: 'You can now sign in with Google',
    greeting: `Hello ${name},`,
    paragraphs: [
      'Somebody has just signed in to your account with Google, with this address. Your password still works.',
      'If that was not you, choose a new password for your mailbox and for Stagelink, and end the sessions you do not know.',
    ],
    action: { label: 'Open settings', url: `${appUrl}/settings` },
  });
