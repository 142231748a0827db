import { authorizeAddress } from '@stagelink/shared/contracts/oauth';
import { ada } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { currentAddress, visit } from '../../testing/visit.tsx';

const ASKED = {
  client: 'editor',
  redirectUri: 'vscode://stagelink.stagelink/signed-in',
  codeChallenge: 'c'.repeat(43),
  state: 's'.repeat(16),
  device: 'Ada’s <b>laptop</b>',
} as const;
const ADDRESS = authorizeAddress('', ASKED);
const CALL = 'POST /auth/authorize';
const BACK = `${ASKED.redirectUri}?code=secret&state=${ASKED.state}`;

const signedIn = { 'GET /me': () => ({ user: ada }) };
const allow = () => screen.findByRole('button', { name: 'Allow' });

const led: string[] = [];
// jsdom cannot navigate.
vi.mock('../../lib/navigateTo.ts', () => ({
  navigateTo: (address: string) => led.push(address),
}));
beforeEach(() => {
  led.length = 0;
});

describe('the consent page', () => {
  test('names the program, its device and the account, and does nothing before the button is pressed', async () => {
    const requests = serve(signedIn);
    visit(ADDRESS);
    expect(await screen.findByRole('heading', { name: 'Sign in to Visual Studio Code?' })).toBeTruthy();
    expect(
      screen.getByText('Visual Studio Code on Ada’s <b>laptop</b> asks to sign in as you.'),
    ).toBeTruthy();
    expect(screen.getByText(ada.email)).toBeTruthy();
    expect(requests[CALL]).toBeUndefined();
    expect(led).toEqual([]);
  });

  test('redirects back after Allow, and again on request', async () => {
    const requests = serve({ ...signedIn, [CALL]: () => ({ redirectTo: BACK }) });
    const person = visit(ADDRESS);
    await person.click(await allow());
    expect(
      await screen.findByRole('heading', { name: 'You are signed in to Visual Studio Code' }),
    ).toBeTruthy();
    expect(led).toEqual([BACK]);
    expect(screen.getByRole('link', { name: 'Open Visual Studio Code' }).getAttribute('href')).toBe(BACK);
    expect(requests[CALL]?.map(({ input }) => input)).toEqual([ASKED]);
  });

  test('notifies the program after Cancel', async () => {
    const requests = serve(signedIn);
    const person = visit(ADDRESS);
    await person.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('heading', { name: 'Access was not granted' })).toBeTruthy();
    expect(led).toEqual([`${ASKED.redirectUri}?error=access_denied&state=${ASKED.state}`]);
    expect(requests[CALL]).toBeUndefined();
  });

  test("shows the server's message, and can be retried", async () => {
    serve({ ...signedIn, [CALL]: () => refusal(429, 'rate_limited', 'Too many attempts.') });
    const person = visit(ADDRESS);
    await person.click(await allow());
    expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts.');
    expect(led).toEqual([]);
    expect(await allow()).toBeTruthy();
  });
});

describe('a user', () => {
  test('who is signed out logs in and comes back', async () => {
    serve({
      'GET /me': () => refusal(401, 'unauthenticated', 'Please log in first.'),
      'POST /auth/login': () => ({ ok: true, user: ada, sessionToken: 'x', message: 'Welcome back.' }),
    });
    const person = visit(ADDRESS);
    await person.type(await screen.findByRole('textbox', { name: 'Email' }), ada.email);
    await person.type(await screen.findByLabelText('Password'), 'a long password{Enter}');
    expect(await allow()).toBeTruthy();
    expect(currentAddress()).toBe(ADDRESS);
  });

  test('else can log in instead', async () => {
    serve({
      ...signedIn,
      'POST /auth/logout': () => ({ ok: true }),
    });
    const person = visit(ADDRESS);
    await person.click(await screen.findByRole('button', { name: 'Not you?' }));
    expect(await screen.findByRole('heading', { name: 'Log in to Stagelink' })).toBeTruthy();
  });
});

test.each([
  ['/authorize', 'This request is incomplete'],
  ['/authorize/finished?code=a&state=b', 'Back to Stagelink Capture'],
  [ADDRESS.replace('codeChallenge', 'challenge'), 'This request is incomplete'],
  [`${ADDRESS}&scope=all`, 'This request is incomplete'],
  [
    authorizeAddress('', { ...ASKED, redirectUri: 'https://evil.example/' }),
    'This request cannot be trusted',
  ],
  [authorizeAddress('', { ...ASKED, redirectUri: 'javascript:alert(1)' }), 'This request cannot be trusted'],
])('%s does not redirect and says so', async (address, heading) => {
  serve(signedIn);
  visit(address);
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(led).toEqual([]);
});
