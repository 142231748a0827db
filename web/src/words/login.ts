import { words } from './words.ts';

export const t = words({
  back: 'Back to landing page',
  loginTitle: 'Log in to Stagelink',
  signupTitle: 'Create your account',
  name: 'Name',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least {{count}} characters',
  showPassword: 'Show password',
  login: 'Log in',
  signup: 'Sign up',
  newHere: 'New to Stagelink?',
  haveAccount: 'Already have an account?',
  toSignup: 'Create an account',
  toLogin: 'Log in',
  enterEmailAndPassword: 'Please enter email and password',
  fillInAllFields: 'Please fill in all fields',
  loginFailed: 'Login failed',
  registrationFailed: 'Registration failed',
  stageLine: 'A folder becomes a private link. People open it, point at what they mean, and say yes.',
});
