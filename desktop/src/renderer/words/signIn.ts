import { words } from '../../../../web/src/words/words.ts';

export const t = words({
  title: 'Sign in to Stagelink',
  titleAgain: 'Sign in again',
  titleBesides: 'Add another account',
  text: 'Stage the folders you work in, from where they are.',
  server: 'Server address',
  serverHint: 'Where your Stagelink runs.',
  serverWrong: 'Enter an address like https://stage.example.com',
  withBrowser: 'Sign in with the browser',
  or: 'or with your email address',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  withPassword: 'Sign in',
  bothNeeded: 'Enter your email address and your password.',
  failed: 'You could not be signed in.',
  waiting: 'Finish in your browser',
  waitingText:
    'It has opened the sign-in page of {{server}}. This window goes on by itself once you are done.',
  cancel: 'Cancel',
  back: 'Back to folders',
  noAccount: 'No account yet? Your browser lets you create one.',
});
