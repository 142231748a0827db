import { words } from './words.ts';

export const t = words({
  product: 'Stagelink',
  title: 'Put your prototype on stage',
  sentence:
    'Stagelink turns a folder on your machine into a private link that people open, comment on and approve.',
  signUp: 'Sign Up',
  logIn: 'Log In',
  start: 'Start Staging Free',
});
