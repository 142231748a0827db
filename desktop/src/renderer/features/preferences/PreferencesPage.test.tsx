import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PreferencesState } from '../../../protocol/window.ts';
import { ada, answer, callsOf } from '../../testing/mainProcess.ts';
import { open } from '../../testing/open.tsx';

const usual: PreferencesState = {
  hotkey: null,
  opensAtLogin: false,
  isPaused: false,
  showsAlerts: true,
  hotkeyProblem: null,
};

test('a hotkey is recorded as it is pressed, and removed again', async () => {
  let kept = usual;
  answer({
    'preferences.get': () => kept,
    'preferences.change': (change) => (kept = { ...kept, ...change }),
  });
  const person = open('/preferences');
  await person.click(await screen.findByRole('button', { name: 'Record a hotkey' }));
  await person.keyboard('s');
  expect(screen.getByRole('alert').textContent).toContain('Hold Ctrl, Alt');
  await person.keyboard('{Control>}{Alt>}s{/Alt}{/Control}');
  expect(screen.getByRole('alert').textContent).toContain('type a letter on some keyboards');
  expect(callsOf('preferences.change')).toEqual([]);
  await person.keyboard('{Control>}{Shift>}s{/Shift}{/Control}');
  await waitFor(() => expect(callsOf('preferences.change')).toEqual([[{ hotkey: 'Ctrl+Shift+S' }]]));
  await person.click(await screen.findByRole('button', { name: 'Remove the hotkey' }));
  await waitFor(() => expect(callsOf('preferences.change')).toHaveLength(2));
  expect(await screen.findByText('None')).toBeDefined();
});

test('a hotkey that another program uses is reported', async () => {
  answer({
    'preferences.get': () => ({ ...usual, hotkey: 'Ctrl+S', hotkeyProblem: 'Another program has it.' }),
  });
  open('/preferences');
  expect(await screen.findByText('Another program has it.')).toBeDefined();
});

test('starting at login is switched', async () => {
  answer({ 'preferences.change': (change) => ({ ...usual, ...change }) });
  const person = open('/preferences');
  const login = await screen.findByRole('switch', { name: 'Start at login' });
  await person.click(login);
  await waitFor(() => expect(login).toHaveProperty('checked', true));
  expect(callsOf('preferences.change')).toEqual([[{ opensAtLogin: true }]]);
});

test('notifications are switched off', async () => {
  answer({ 'preferences.change': (change) => ({ ...usual, ...change }) });
  const person = open('/preferences');
  const alerts = await screen.findByRole('switch', { name: 'Notifications' });
  expect(alerts).toHaveProperty('checked', true);
  await person.click(alerts);
  await waitFor(() => expect(alerts).toHaveProperty('checked', false));
  expect(callsOf('preferences.change')).toEqual([[{ showsAlerts: false }]]);
});

test('a downloaded update is installed by restarting', async () => {
  answer({
    'about.get': () => ({ version: '0.1.0', update: '0.2.0' }),
    'about.restartToUpdate': () => undefined,
  });
  const person = open('/preferences');
  await person.click(await screen.findByRole('button', { name: 'Restart now' }));
  expect(callsOf('about.restartToUpdate')).toHaveLength(1);
});

test('every account can be switched to and signed out', async () => {
  const studio = { ...ada, id: 'studio', name: 'Studio', server: 'https://stage.studio.example' };
  answer({
    'accounts.list': () => ({ all: [ada, studio], activeId: ada.id, warning: null }),
    'accounts.use': () => undefined,
    'accounts.signOut': () => undefined,
  });
  const person = open('/preferences');
  await person.click(await screen.findByRole('button', { name: 'Switch to Studio on stage.studio.example' }));
  await person.click(screen.getByRole('button', { name: 'Sign out Studio on stage.studio.example' }));
  expect(callsOf('accounts.use')).toEqual([['studio']]);
  expect(callsOf('accounts.signOut')).toEqual([['studio']]);
});
