import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ada, answer, callsOf, refuse, emit } from '../../testing/mainProcess.ts';
import { currentPage, open } from '../../testing/open.tsx';

const signedOut = { all: [], activeId: null, warning: null };
const signedIn = { all: [ada], activeId: ada.id, warning: null };

beforeEach(() => localStorage.clear());

test('without an account the sign-in page opens', async () => {
  answer({ 'accounts.list': () => signedOut });
  open('/folders');
  expect(await screen.findByRole('heading', { name: 'Sign in to Stagelink' })).toBeDefined();
  expect(currentPage()).toBe('/sign-in');
  expect(screen.getByLabelText('Server address')).toHaveProperty('value', 'http://localhost:4600');
});

test('after signing in with the browser the folders open', async () => {
  const back = Promise.withResolvers<never>();
  let accounts: typeof signedIn | typeof signedOut = signedOut;
  answer({ 'accounts.list': () => accounts, 'accounts.signInWithBrowser': () => back.promise });
  const person = open('/sign-in');
  const server = await screen.findByLabelText('Server address');
  await person.clear(server);
  await person.type(server, 'stage.example.com/');
  await person.click(screen.getByRole('button', { name: 'Sign in with the browser' }));
  expect(await screen.findByRole('heading', { name: 'Finish in your browser' })).toBeDefined();
  expect(callsOf('accounts.signInWithBrowser')).toEqual([['https://stage.example.com']]);
  accounts = signedIn;
  act(() => emit('accounts.changed', signedIn));
  await waitFor(() => expect(currentPage()).toBe('/folders'));
});

test('waiting for the browser can be cancelled', async () => {
  answer({
    'accounts.list': () => signedOut,
    'accounts.signInWithBrowser': () => new Promise<never>(() => undefined),
    'accounts.cancelSignIn': () => undefined,
  });
  const person = open('/sign-in');
  await person.click(await screen.findByRole('button', { name: 'Sign in with the browser' }));
  await person.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('heading', { name: 'Sign in to Stagelink' })).toBeDefined();
  expect(callsOf('accounts.cancelSignIn')).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failure shows its message, and the server is remembered', async () => {
  answer({
    'accounts.list': () => signedOut,
    'accounts.signInWithPassword': () => refuse('Invalid email or password.'),
  });
  const person = open('/sign-in');
  const server = await screen.findByLabelText('Server address');
  await person.clear(server);
  await person.type(server, 'http://127.0.0.1:4700');
  await person.type(screen.getByLabelText('Email'), 'ada@example.com');
  await person.type(screen.getByLabelText('Password'), 'wrong');
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid email or password.');
  expect(callsOf('accounts.signInWithPassword')).toEqual([
    ['http://127.0.0.1:4700', 'ada@example.com', 'wrong'],
  ]);
  expect(localStorage.getItem('stagelink-server')).toBe('http://127.0.0.1:4700');
});

test.each(['', 'ftp://example.com', 'http://'])('“%s” is rejected before a request', async (typed) => {
  answer({ 'accounts.list': () => signedOut });
  const person = open('/sign-in');
  const server = await screen.findByLabelText('Server address');
  await person.clear(server);
  if (typed !== '') await person.type(server, typed);
  await person.click(screen.getByRole('button', { name: 'Sign in with the browser' }));
  expect(screen.getByText('Enter an address like https://stage.example.com')).toBeDefined();
  expect(callsOf('accounts.signInWithBrowser')).toEqual([]);
});

test('an account whose session ended signs in again and returns to its page', async () => {
  const ended = { all: [{ ...ada, isSignedIn: false }], activeId: ada.id, warning: null };
  let accounts: typeof signedIn = ended;
  answer({
    'accounts.list': () => accounts,
    'accounts.signInWithPassword': () => {
      accounts = signedIn;
      emit('accounts.changed', signedIn);
      return ada;
    },
  });
  const person = open('/preferences');
  await person.click((await screen.findAllByRole('button', { name: 'Sign in again' }))[0] ?? document.body);
  expect(await screen.findByRole('heading', { name: 'Sign in again' })).toBeDefined();
  expect(screen.getByLabelText('Email')).toHaveProperty('value', ada.email);
  await person.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await waitFor(() => expect(currentPage()).toBe('/preferences'));
});

test('another account is added beside the active one', async () => {
  open(`/sign-in?besides=${ada.id}`);
  expect(await screen.findByRole('heading', { name: 'Add another account' })).toBeDefined();
  const other = { ...ada, id: 'other', name: 'Studio' };
  act(() => emit('accounts.changed', { all: [ada, other], activeId: 'other', warning: null }));
  await waitFor(() => expect(currentPage()).toBe('/folders'));
});
