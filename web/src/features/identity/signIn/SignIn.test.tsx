import { ada, authOptions, listOf } from '@stagelink/shared/testing/builders';
import { type Handlers, raw, refusal } from '@stagelink/shared/testing/fakeServer';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { toastUndo } from '../../../kit/toast.ts';
import { recheckSession } from '../account/sessionApi.ts';
import { serve } from '../../../testing/server.ts';
import { queryClient } from '../../../lib/queryClient.ts';
import { currentAddress, visit } from '../../../testing/visit.tsx';

const signedOut: Handlers = {
  'GET /me': () => refusal(401, 'unauthenticated', 'Please log in first.'),
};
const signedIn = () => ({ ok: true, user: ada, sessionToken: 'secret', message: 'Welcome back.' }) as const;
const dashboard = { 'GET /api/snapshots/list': () => listOf() };

const email = () => screen.findByRole('textbox', { name: 'Email' });
const password = () => screen.findByLabelText('Password');
const alert = async () => (await screen.findByRole('alert')).textContent;

describe('logging in', () => {
  test('leads to the dashboard', async () => {
    const requests = serve({ ...signedOut, ...dashboard, 'POST /auth/login': signedIn });
    const person = visit('/login');

    await person.type(await email(), 'ada@example.com');
    await person.type(await password(), 'a long password{Enter}');

    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined();
    expect(currentAddress()).toBe('/dashboard');
    expect(requests['POST /auth/login']?.[0]?.input).toEqual({
      email: 'ada@example.com',
      password: 'a long password',
    });
  });

  test('the product is pictured beside the form', async () => {
    serve(signedOut);
    visit('/login');
    await email();
    const picture = document.querySelector('aside img');
    expect(picture?.getAttribute('src')).toMatch(/^\/landing\/viewer-/);
    expect(picture?.getAttribute('alt')).toBe('');
  });

  test('begins in the first field, except where a touch keyboard would open', async () => {
    serve(signedOut);
    const ofBrowser = window.matchMedia;
    for (const isFine of [true, false]) {
      vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
        Object.assign(ofBrowser(query), query === '(pointer: fine)' && { matches: isFine }),
      );
      visit('/login');
      expect(document.activeElement === (await email())).toBe(isFine);
      cleanup();
    }
  });

  test('without email or password nothing is sent, and the empty field has the focus', async () => {
    const requests = serve(signedOut);
    const person = visit('/login');

    await person.type(await email(), 'ada@example.com');
    await person.click(screen.getByRole('button', { name: 'Log in' }));

    expect(await alert()).toBe('Please enter email and password');
    expect(document.activeElement).toBe(await password());
    expect(requests['POST /auth/login']).toBeUndefined();
  });

  test("a failure shows the server's message, and switching to sign-up clears it", async () => {
    serve({
      ...signedOut,
      'POST /auth/login': () => refusal(401, 'wrong_credentials', 'The email or password is incorrect.'),
    });
    const person = visit('/login');

    await person.type(await email(), 'ada@example.com');
    await person.type(await password(), 'wrong{Enter}');
    expect(await alert()).toBe('The email or password is incorrect.');

    await person.click(screen.getByRole('link', { name: 'Create an account' }));
    expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(currentAddress()).toBe('/login?mode=signup');
  });

  test('what was typed as the email is kept between logging in, signing up and a forgotten password', async () => {
    serve({ ...signedOut, 'GET /auth/options': () => authOptions({ mail: true }) });
    const person = visit('/login');
    const typed = async () => (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' })).value;

    await person.type(await email(), 'ada@example.com');
    await person.type(await password(), 'a long password');
    await person.click(screen.getByRole('link', { name: 'Create an account' }));
    await screen.findByRole('heading', { name: 'Create your account' });
    expect(await typed()).toBe('ada@example.com');
    expect((await screen.findByLabelText<HTMLInputElement>('Password')).value).toBe('');

    await person.click(screen.getByRole('link', { name: 'Log in' }));
    await person.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await screen.findByRole('button', { name: 'Send link' });
    expect(await typed()).toBe('ada@example.com');

    await person.type(await email(), '.org');
    await person.click(screen.getByRole('link', { name: 'Back to log in' }));
    await screen.findByRole('heading', { name: 'Log in to Stagelink' });
    expect(await typed()).toBe('ada@example.com.org');
  });

  test('an invalid reply is “Login failed”', async () => {
    serve({ ...signedOut, 'POST /auth/login': () => raw(200, '{"hello":"world"}') });
    const person = visit('/login');

    await person.type(await email(), 'ada@example.com');
    await person.type(await password(), 'a long password{Enter}');

    expect(await alert()).toBe('Login failed');
  });

  test('an unreachable server is reported as such', async () => {
    serve({
      ...signedOut,
      'POST /auth/login': () => {
        throw new TypeError('network');
      },
    });
    const person = visit('/login');

    await person.type(await email(), 'ada@example.com');
    await person.type(await password(), 'a long password{Enter}');

    expect(await alert()).toMatch('Failed to reach the server');
  });
});

describe('signing up', () => {
  test('asks for all three fields, and for a password of eight characters, before anything is sent', async () => {
    const requests = serve({ ...signedOut, ...dashboard, 'POST /auth/register': signedIn });
    const person = visit('/login?mode=signup');
    const button = await screen.findByRole('button', { name: 'Sign up' });

    await person.type(await email(), 'ada@example.com');
    await person.type(await password(), 'short');
    await person.click(button);
    expect(await alert()).toBe('Please fill in all fields');

    await person.type(screen.getByRole('textbox', { name: 'Name' }), ' Ada ');
    await person.click(button);
    expect(await alert()).toBe('Please choose a password of at least 8 characters');
    expect(requests['POST /auth/register']).toBeUndefined();

    await person.type(await password(), ' but now longer');
    await person.click(button);
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined();
    expect(requests['POST /auth/register']).toHaveLength(1);
  });
});

describe('where it leads', () => {
  test('a plan chosen before signing in is returned to; other words in the address are not followed', async () => {
    const { destination } = await import('./returnTo.ts');
    const to = (query: string) => destination(new URLSearchParams(query));

    expect(to('redirect=pricing&plan=annual')).toBe('/pricing?plan=annual');
    expect(to('redirect=pricing&plan=//evil.example')).toBe('/dashboard');
    expect(to('redirect=pricing')).toBe('/dashboard');
    expect(to('redirect=https://evil.example&plan=annual')).toBe('/dashboard');
    expect(to('')).toBe('/dashboard');
  });

  test('a redirect from a page returns there, also by signing up', async () => {
    serve({ ...signedOut, ...dashboard, 'POST /auth/login': signedIn });
    const person = visit('/dashboard?search=cart');

    await person.click(await screen.findByRole('link', { name: 'Create an account' }));
    await person.click(await screen.findByRole('link', { name: 'Log in' }));
    await person.type(await email(), 'ada@example.com');
    await person.type(await password(), 'a long password{Enter}');

    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined();
    expect(currentAddress()).toBe('/dashboard?search=cart');
  });

  test.each([null, 'x', {}, { from: 7 }, { from: '//evil.example' }, { from: 'https://evil.example' }])(
    'does not continue to %j',
    async (state) => {
      const { sentBy } = await import('./returnTo.ts');
      expect(sentBy(state)).toBeNull();
    },
  );

  test('a page that may embed it gets a message without any secret, and stays where it is', async () => {
    const parent = { postMessage: vi.fn() };
    vi.spyOn(window, 'parent', 'get').mockReturnValue(parent as unknown as Window);
    const embedOrigins = ['https://app.example.com'];
    serve({
      ...signedOut,
      'GET /auth/options': () => authOptions({ embedOrigins }),
      'POST /auth/login': signedIn,
    });
    const person = visit('/login');

    await person.type(await email(), 'ada@example.com');
    await person.type(await password(), 'a long password{Enter}');

    await waitFor(() => expect(parent.postMessage).toHaveBeenCalled());
    expect(parent.postMessage.mock.calls).toEqual([
      [{ type: 'LOGIN_SUCCESS' }, window.location.origin],
      [{ type: 'LOGIN_SUCCESS' }, 'https://app.example.com'],
    ]);
    expect(currentAddress()).toBe('/login');
    expect(screen.getByRole('heading', { name: /^You are signed in as/ })).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('the way to Google takes the words we know along, and no others', async () => {
    serve({ ...signedOut, 'GET /auth/options': () => authOptions({ google: true }) });
    visit('/login?redirect=pricing&plan=annual&next=https://evil.example');

    const google = await screen.findByRole('link', { name: 'Continue with Google' });
    expect(google.getAttribute('href')).toBe('/auth/google/start?redirect=pricing&plan=annual');
  });

  test('the requested page opens after Google, too', async () => {
    const returnTo = '/dashboard?search=cart';
    serve({ ...signedOut, 'GET /auth/options': () => authOptions({ google: true }) });
    const person = visit(returnTo);
    const google = await screen.findByRole('link', { name: 'Continue with Google' });
    expect(google.getAttribute('href')).toBe('/auth/google/start?redirect=login');
    google.addEventListener('click', (event) => event.preventDefault());
    await person.click(google);
    cleanup();

    // The user left Google's page and tried again.
    visit('/login?error=google&reason=wrong_credentials');
    expect((await screen.findByRole('link', { name: 'Continue with Google' })).getAttribute('href')).toBe(
      '/auth/google/start?redirect=login',
    );
    cleanup();
    queryClient.clear();

    serve({ 'GET /me': () => ({ user: ada }), ...dashboard });
    visit('/login?from=google');
    await waitFor(() => expect(currentAddress()).toBe(returnTo));
  });

  test('the sign-in page reports an ended session', async () => {
    serve({
      'GET /me': () => ({ user: ada }),
      'GET /api/snapshots/list': () => refusal(401, 'unauthenticated', 'Please log in first.'),
    });
    visit('/dashboard');

    expect(await alert()).toBe('Authentication failed - please log in again');
    expect(currentAddress()).toBe('/login');
  });

  test('a visitor who opens the dashboard is redirected to sign in, without a message', async () => {
    serve(signedOut);
    visit('/dashboard');

    expect(await screen.findByRole('heading', { name: 'Log in to Stagelink' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('another account that is signed in by another tab finds nothing that was opened for the former', async () => {
    let user = ada;
    serve({ 'GET /me': () => ({ user }), ...dashboard });
    const person = visit('/dashboard');
    await person.click(await screen.findByRole('button', { name: 'New project' }));
    await person.type(await screen.findByRole('textbox', { name: 'Name' }), 'Merger');
    toastUndo('Snapshot deleted', () => undefined, 'Due diligence');
    expect(await screen.findByText('Due diligence')).toBeDefined();

    user = { ...ada, uid: crypto.randomUUID(), name: 'Bob' };
    await recheckSession();
    await waitFor(() => expect(screen.queryByText('Due diligence')).toBeNull());
    expect(screen.queryByDisplayValue('Merger')).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined();
  });

  test('signing out returns to the home page', async () => {
    serve({
      'GET /me': () => ({ user: ada }),
      ...dashboard,
      'POST /auth/logout': () => ({ ok: true }),
    });
    const person = visit('/dashboard');

    await person.click(await screen.findByRole('button', { name: 'Sign out' }));

    await waitFor(() => expect(currentAddress()).toBe('/'));
  });
});

describe('with Google', () => {
  test('is offered only where the server offers it', async () => {
    const requests = serve(signedOut);
    visit('/login');
    await waitFor(() => expect(requests['GET /auth/options']).toHaveLength(1));
    await screen.findByRole('link', { name: 'Create an account' });
    expect(screen.queryByText('Continue with Google')).toBeNull();
  });

  test('a failed sign-in with Google is reported until the next attempt', async () => {
    serve({ ...signedOut, 'GET /auth/options': () => authOptions({ google: true }) });
    const person = visit('/login?error=google');
    expect(await alert()).toBe('Failed to authenticate with Google');

    await person.click(screen.getByRole('link', { name: 'Create an account' }));
    await screen.findByRole('heading', { name: 'Create your account' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(currentAddress()).toBe('/login?mode=signup');
  });

  test.each([
    ['wrong_credentials', 'Failed to authenticate with Google'],
    ['<b>anything</b>', 'Failed to authenticate with Google'],
    ['unavailable', 'Google authentication is not available. Please try again later.'],
    ['email_taken', /^An account with this email already exists/],
    ['forbidden', /^Google has not confirmed your email address/],
    ['deactivated', 'This account is deactivated. Contact the administrator of this server.'],
    ['being_deleted', /^The account with this email is being deleted/],
  ])('“%s” has its own message', async (reason, message) => {
    serve(signedOut);
    visit(`/login?error=google&reason=${encodeURIComponent(reason)}`);
    expect(await alert()).toMatch(message);
  });

  test('if the sign-in options failed to load, the button loads them', async () => {
    const requests = serve({
      ...signedOut,
      'GET /auth/options': () => refusal(403, 'forbidden', 'Not now.'),
    });
    const person = visit('/login');

    await person.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    expect(await alert()).toBe('Google authentication is not available. Please try again later.');
    expect(requests['GET /auth/options']).toHaveLength(2);
  });
});

describe('a forgotten password', () => {
  test('is not offered on a server without email', async () => {
    serve(signedOut);
    visit('/login?mode=forgot');
    expect(await screen.findByText(/This server sends no email/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send link' })).toBeNull();
  });

  test('leads on to where the person was going, there and back', async () => {
    serve({ ...signedOut, 'GET /auth/options': () => authOptions({ mail: true }) });
    const person = visit('/login?redirect=pricing&plan=annual');
    await person.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    expect(currentAddress()).toBe('/login?redirect=pricing&plan=annual&mode=forgot');
    await person.click(await screen.findByRole('link', { name: 'Back to log in' }));
    expect(currentAddress()).toBe('/login?redirect=pricing&plan=annual');
  });

  test("is requested from the sign-in page and shows the server's message", async () => {
    const answer = 'If there is an account with this address, a link is on its way.';
    const requests = serve({
      ...signedOut,
      'GET /auth/options': () => authOptions({ mail: true }),
      'POST /auth/forgot-password': () => ({ ok: true, message: answer }),
    });
    const person = visit('/login');

    await person.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await person.type(await email(), 'not an address');
    await person.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('Please enter a valid email address')).toBeDefined();
    expect(requests['POST /auth/forgot-password']).toBeUndefined();

    await person.clear(await email());
    await person.type(await email(), 'ada@example.com{Enter}');
    expect((await screen.findByRole('status')).textContent).toContain(answer);
    expect(requests['POST /auth/forgot-password']?.[0]?.input).toEqual({ email: 'ada@example.com' });
  });
});
