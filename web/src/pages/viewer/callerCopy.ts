import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  caller: 'Your account',
  signedOut: 'You are signed out.',
  asVisitor: 'What you write now appears without your account.',
  unsent: 'Your unsent comments are kept. Log in to send them.',
  logIn: 'Log in',
  signedInAs: 'You are signed in as',
});
