import { type Letter, letter } from '../mail/letter.ts';

export const farewell = (name: string): Letter =>
  letter({
    subject: 'Your account has been deleted',
    greeting: `Hello ${name},`,
    paragraphs: [
      'Your account and everything in it has been deleted. Links you shared no longer open.',
      'This cannot be undone. You are welcome to sign up again whenever you like.',
    ],
  });
