import { ada, listOf, snapshot } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { act } from 'react';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { visit } from '../../testing/visit.tsx';

test('the bar shows the plan and who is signed in, and changes the appearance', async () => {
  serve({ 'GET /me': () => ({ user: ada }), 'GET /api/snapshots/list': () => listOf() });
  const person = visit('/dashboard');

  expect(await screen.findByText('Free')).toBeDefined();
  await person.click(await screen.findByRole('button', { name: 'Account of Ada Lovelace' }));
  await person.click(await screen.findByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset['colorScheme']).toBe('dark');
  expect(localStorage.getItem('stagelink-color-scheme')).toBe('dark');

  await person.click(screen.getByRole('radio', { name: 'Light' }));
  expect(document.documentElement.dataset['colorScheme']).toBe('light');
});

test('a page that is no longer live says so, and reconnects on request', async () => {
  const sockets: EventTarget[] = [];
  class RefusedSocket extends EventTarget {
    constructor() {
      super();
      sockets.push(this);
    }
    close(): void {}
  }
  vi.stubGlobal('WebSocket', RefusedSocket);
  serve({
    'GET /me': () => ({ user: ada }),
    'GET /api/snapshots/list': () => listOf(snapshot({ name: 'Checkout' })),
  });
  const person = visit('/dashboard');
  await screen.findByRole('link', { name: 'Checkout' });

  await act(async () => sockets.at(-1)?.dispatchEvent(new CloseEvent('close', { code: 4003 })));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to reconnect after multiple attempts',
  );

  await person.click(screen.getByRole('button', { name: 'Retry' }));
  expect(sockets).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failed session check can be retried', async () => {
  let isDown = true;
  serve({
    'GET /me': () => (isDown ? refusal(429, 'rate_limited', 'Not now.') : { user: ada }),
    'GET /api/snapshots/list': () => listOf(),
  });
  const person = visit('/dashboard');
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');

  isDown = false;
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined();
});

test('a session check that is refused for good leads to the start page instead', async () => {
  serve({ 'GET /me': () => refusal(410, 'gone', 'Update the app.') });
  visit('/dashboard');
  expect((await screen.findByRole('alert')).textContent).toBe('Update the app.');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to start page' }).getAttribute('href')).toBe('/');
});

test('the keyboard skips the bar and the sidebar', async () => {
  serve({ 'GET /me': () => ({ user: ada }), 'GET /api/snapshots/list': () => listOf() });
  const person = visit('/dashboard');
  const skip = await screen.findByRole('link', { name: 'Skip to content' });
  await person.tab();
  expect(document.activeElement).toBe(skip);
  await person.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
