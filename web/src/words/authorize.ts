import { words } from './words.ts';

export const t = words({
  title: 'Sign in to {{program}}?',
  asks: '{{program}} asks to sign in as you.',
  asksFrom: '{{program}} on {{device}} asks to sign in as you.',
  account: 'You are',
  notYou: 'Not you?',
  ableTo: 'It will be able to',
  stage: 'Stage, open, change and delete your snapshots',
  comment: 'Read comments, answer and resolve them in your name',
  everything: 'Do everything you do in the dashboard, your settings included',
  endSession: 'You can end this at any time under Sessions in your settings.',
  endToken: 'It never learns your password. You can end this at any time under Tokens in your dashboard.',
  onlyIf: 'Go on only if you have just started this yourself.',
  allow: 'Allow',
  cancel: 'Cancel',
  failed: 'The program could not be allowed',
  allowedTitle: 'You are signed in to {{program}}',
  allowed: 'You can close this tab and go back to {{program}}.',
  openAgain: 'Open {{program}}',
  cancelledTitle: 'Nothing was allowed',
  cancelled: 'You can close this tab. {{program}} was not signed in.',
  malformedTitle: 'This request is not complete',
  malformed: 'Please start signing in again, from the program you came from.',
  foreignTitle: 'This request cannot be trusted',
  foreign:
    'It would sign in something that is no program of ours. Nothing was allowed, and you can close this tab.',
});
