import { defineCopy } from '@stagelink/web/lib/copy.ts';

export const t = defineCopy({
  title: 'Sign in to Stagelink',
  titleAgain: 'Sign in again',
  titleBesides: 'Add another account',
  text: 'Stage the folders you work in.',
  server: 'Server address',
  serverHint: 'The address of your Stagelink server.',
  serverWrong: 'Enter an address like https://stage.example.com',
  withBrowser: 'Sign in with the browser',
  or: 'or with your email address',
  email: 'Email',
  password: 'Password',
  withPassword: 'Sign in',
  bothNeeded: 'Enter your email address and your password.',
  failed: 'Failed to sign in.',
  waiting: 'Finish in your browser',
  waitingText:
    'The sign-in page of {{server}} is open in your browser. This window continues when you are done.',
  cancel: 'Cancel',
  back: 'Back to folders',
  noAccount: 'No account? Create one in the browser.',
});
