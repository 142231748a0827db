import type { User } from '@stagelink/shared/contracts/accounts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { navigateTo } from '../../lib/navigateTo.ts';
import { ada, good, refusal, serve } from '../../testing/server.ts';
import { currentAddress, visit } from '../../testing/visit.tsx';

vi.mock('../../lib/navigateTo.ts');

const CHECKOUT = 'https://checkout.example/1';
const OPTIONS = {
  google: false,
  devLogin: false,
  mail: true,
  billing: true,
  embedOrigins: [],
  protocol: 2,
  oldestProtocol: 1,
};

/** Serves the page to this user; null is signed out. */
function open(query: string, user: Partial<User> | null, options: Partial<typeof OPTIONS> = {}) {
  const server = serve({
    'GET /me': () =>
      user ? good({ user: { ...ada, ...user } }) : refusal(401, 'unauthenticated', 'Please log in.'),
    'GET /auth/options': () => good({ ...OPTIONS, ...options }),
    'POST /billing/start-trial': () => good({ ok: true, url: CHECKOUT }),
    'POST /billing/subscribe': () => good({ ok: true, url: CHECKOUT }),
    'POST /billing/portal': () => good({ ok: true, url: 'https://portal.example/1' }),
  });
  return { server, person: visit(`/pricing${query}`) };
}

const choose = async (label = 'Upgrade to Pro') =>
  (await screen.findAllByRole('button', { name: label }))[0] as Element;

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.mocked(navigateTo).mockClear());

test('shows both prices, what Pro has, and the note about promotion codes', async () => {
  open('', {});
  expect(await screen.findByRole('heading', { name: 'Upgrade to Pro' })).toBeDefined();
  expect(screen.getByText('$6')).toBeDefined();
  expect(screen.getByText('$60')).toBeDefined();
  expect(screen.getByText('Save 17%')).toBeDefined();
  expect(screen.getByText('Have a promotion code? You can enter it at checkout.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/dashboard');
});

test('choosing a plan opens its checkout', async () => {
  const { person } = open('?mode=trial', {});
  await person.click(await choose('Start Free Trial'));
  await waitFor(() => expect(navigateTo).toHaveBeenCalledWith(CHECKOUT));
});

test('a failure is an alert, and can be tried again', async () => {
  open('?mode=upgrade', {});
  serve({
    'GET /me': () => good({ user: ada }),
    'GET /auth/options': () => good(OPTIONS),
    'POST /billing/subscribe': () => refusal(503, 'unavailable', 'No checkout URL received'),
  });
  const button = await choose();
  (button as HTMLElement).click();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to start checkout: No checkout URL received',
  );
  expect((await choose()).hasAttribute('disabled')).toBe(false);
});

describe('a plan in the URL', () => {
  test('opens its checkout automatically, once', async () => {
    open('?mode=upgrade&plan=annual', {});
    await screen.findByText('Opening the checkout…');
    await waitFor(() => expect(navigateTo).toHaveBeenCalledExactlyOnceWith(CHECKOUT));
    expect(currentAddress()).toBe('/pricing?mode=upgrade');
  });

  test('does nothing after Escape', async () => {
    const { person } = open('?plan=monthly', {});
    await screen.findByText('Opening the checkout…');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Opening the checkout…')).toBeNull());
    expect(currentAddress()).toBe('/pricing');
    expect(navigateTo).not.toHaveBeenCalled();
  });

  test('that is no plan does nothing', async () => {
    open('?plan=weekly', {});
    await choose();
    expect(screen.queryByText('Opening the checkout…')).toBeNull();
  });
});

test('without an account it leads to signing up, and a trial stays a trial', async () => {
  const { person } = open('?mode=trial', null);
  expect((await screen.findByRole('link', { name: 'Back' })).getAttribute('href')).toBe('/');
  const [monthly, annual] = await screen.findAllByRole('link', { name: 'Start Free Trial' });
  expect(annual?.getAttribute('href')).toBe('/login?mode=signup&plan=annual&redirect=pricing');
  expect(monthly?.getAttribute('href')).toBe('/login?mode=signup&plan=monthly&redirect=pricing');
  monthly?.addEventListener('click', (event) => event.preventDefault());
  await person.click(monthly as Element);
  expect(sessionStorage.getItem('pricing.mode')).toBe('trial');
});

test('the mode chosen before signing in holds when the URL names the plan only', async () => {
  sessionStorage.setItem('pricing.mode', 'trial');
  open('', {});
  expect(await screen.findByRole('heading', { name: 'Try Pro for 7 days' })).toBeDefined();
});

test.each([
  ['', { canAccessPro: true, subscriptionStatus: 'active' }, 'You already have Pro.'],
  ['?mode=trial', { hasHadTrial: true }, 'Your free trial has been used. You can subscribe instead.'],
  [
    '?mode=upgrade&notice=card_used',
    {},
    'This card has already been used for a free trial. Nothing was charged; you can subscribe instead.',
  ],
  [
    '',
    { subscriptionStatus: 'past_due', canAccessPro: true },
    'Your last payment failed. Update your payment method to keep Pro.',
  ],
] as const)('%s for %o says so', async (query, user, text) => {
  open(query, user);
  expect(await screen.findByText(text)).toBeDefined();
});

test('a server without billing says that Pro is included', async () => {
  open('?plan=monthly', { canAccessPro: true }, { billing: false });
  expect(await screen.findByText('Pro is included on this server. There is no billing.')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
