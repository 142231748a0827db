import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  product: 'Stagelink',
  title: 'Put your prototype on stage',
  sentence:
    'Stagelink turns a folder on your computer into a private link that people open, comment on and approve.',
  docs: 'Docs',
  signUp: 'Sign Up',
  logIn: 'Log In',
  unknownPath: 'There is no page at {{path}}.',
  start: 'Start Staging Free',
});
