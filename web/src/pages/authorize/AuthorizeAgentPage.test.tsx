import { SCOPES } from '@stagelink/shared/contracts/endpoint';
import { ada } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { currentAddress, visit } from '../../testing/visit.tsx';

const led: string[] = [];
vi.mock('../../lib/navigateTo.ts', () => ({ navigateTo: (url: string) => led.push(url) }));

beforeEach(() => {
  led.length = 0;
});

const QUERY = 'response_type=code&client_id=stl_client_a&state=a%20b';
const ADDRESS = `/authorize/agent?${QUERY}`;
const BACK = 'http://127.0.0.1:4711/callback?code=a';
const agent = { request: 'ticket', name: 'Claude Code', home: null, goesTo: null, scopes: [...SCOPES] };
const ASK = 'POST /auth/agents/requests';
const DECIDE = 'POST /auth/agents/decisions';
const signedIn = { 'GET /me': () => ({ user: ada }) };

test('the page names the agent, where it is from and what it may do, and waits for a button', async () => {
  const name = '<b>Stagelink</b> says: press Allow';
  const requests = serve({
    ...signedIn,
    [ASK]: () => ({ ...agent, name, home: 'agent.example', goesTo: 'agent.example' }),
  });
  visit(ADDRESS);
  expect(await screen.findByRole('heading', { name: 'Connect a coding agent?' })).toBeTruthy();
  expect(screen.getByText(name).tagName).toBe('DD');
  expect(screen.getAllByText('agent.example')).toHaveLength(2);
  expect(screen.getByText(/comments that are sent to agents/)).toBeTruthy();
  expect(screen.getByText(ada.email)).toBeTruthy();
  expect(requests[ASK]?.map(({ input }) => input)).toEqual([{ query: QUERY }]);
  expect(requests[DECIDE]).toBeUndefined();
  expect(led).toEqual([]);
});

test.each([
  ['Allow', true],
  ['Deny', false],
])('%s leads back to the program', async (button, isAllowed) => {
  const requests = serve({ ...signedIn, [ASK]: () => agent, [DECIDE]: () => ({ redirectTo: BACK }) });
  const person = visit(ADDRESS);
  expect(await screen.findByText('A program on this computer')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: button }));
  const link = await screen.findByRole('link', { name: 'Return to the program' });
  expect(link.getAttribute('href')).toBe(BACK);
  expect(led).toEqual([BACK]);
  expect(requests[DECIDE]?.map(({ input }) => input)).toEqual([{ request: 'ticket', isAllowed }]);
});

test('a request that is refused shows why and leads nowhere', async () => {
  serve({ ...signedIn, [ASK]: () => refusal(400, 'invalid_input', 'This program asks for too much.') });
  visit(ADDRESS);
  expect((await screen.findByRole('alert')).textContent).toContain('This program asks for too much.');
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
  expect(led).toEqual([]);
});

test('a session that ended on the page leads to the login, and the agent gets nothing', async () => {
  serve({
    ...signedIn,
    [ASK]: () => agent,
    [DECIDE]: () => refusal(401, 'unauthenticated', 'Please log in first.'),
  });
  const person = visit(ADDRESS);
  await person.click(await screen.findByRole('button', { name: 'Allow' }));
  expect(await screen.findByRole('heading', { name: 'Log in to Stagelink' })).toBeTruthy();
  expect(led).toEqual([]);
});

test('a person who is signed out logs in and comes back to the same request', async () => {
  const requests = serve({
    'GET /me': () => refusal(401, 'unauthenticated', 'Please log in first.'),
    'POST /auth/login': () => ({ ok: true, user: ada, sessionToken: 'x', message: 'Welcome back.' }),
    [ASK]: () => agent,
  });
  const person = visit(ADDRESS);
  await person.type(await screen.findByRole('textbox', { name: 'Email' }), ada.email);
  await person.type(await screen.findByLabelText('Password'), 'a long password{Enter}');
  expect(await screen.findByRole('button', { name: 'Allow' })).toBeTruthy();
  expect(currentAddress()).toBe(ADDRESS);
  expect(requests[ASK]?.map(({ input }) => input)).toEqual([{ query: QUERY }]);
});
