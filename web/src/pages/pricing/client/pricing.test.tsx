import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serve } from '../../../testing/server.ts';
import { PricingPage, type Prices } from '../PricingPage.tsx';

const { navigateTo } = vi.hoisted(() => ({ navigateTo: vi.fn<(address: string) => void>() }));
vi.mock('../../../lib/navigateTo.ts', () => ({ navigateTo }));

const CHECKOUT = 'https://checkout.example/1';
const PORTAL = 'https://portal.example/1';

/** Opens the page that the server sends, with its script. */
async function open(query: string, prices: Prices, hasSession = true, own: Handlers = {}) {
  serve({
    'POST /billing/start-trial': () => ({ ok: true, url: `${CHECKOUT}?trial` }),
    'POST /billing/subscribe': () => ({ ok: true, url: CHECKOUT }),
    'POST /billing/portal': () => ({ ok: true, url: PORTAL }),
    ...own,
  });
  window.history.replaceState(null, '', `/pricing${query}`);
  document.body.innerHTML = renderToStaticMarkup(
    <PricingPage prices={prices} hasSession={hasSession} />,
  ).replace('{STRIPE_PUBLISHABLE_KEY}', '');
  vi.resetModules();
  await import('./main.ts');
  return userEvent.setup();
}

const buttonOf = (plan: RegExp) => within(screen.getByRole('region', { name: plan })).getByRole('button');
const address = () => window.location.pathname + window.location.search;

beforeEach(() => {
  sessionStorage.clear();
  Object.assign(navigator, { sendBeacon: () => true });
});
afterEach(() => {
  navigateTo.mockClear();
  vi.unstubAllGlobals();
});

test('choosing a plan opens its checkout, and the other plan waits', async () => {
  const person = await open('?mode=trial', 'trial');
  await person.click(buttonOf(/^Pro monthly/));
  expect(buttonOf(/^Pro monthly/).ariaBusy).toBe('true');
  expect(buttonOf(/^Pro annual/).ariaDisabled).toBe('true');
  await waitFor(() => expect(navigateTo).toHaveBeenCalledExactlyOnceWith(`${CHECKOUT}?trial`));
});

test('a browser without properties for ARIA attributes opens the checkout as well', async () => {
  const kept = (['ariaBusy', 'ariaDisabled'] as const).map(
    (name) => [name, Object.getOwnPropertyDescriptor(Element.prototype, name)] as const,
  );
  for (const [name] of kept) Reflect.deleteProperty(Element.prototype, name);
  try {
    const person = await open('?mode=trial', 'trial');
    await person.click(buttonOf(/^Pro monthly/));
    expect(buttonOf(/^Pro annual/).getAttribute('aria-disabled')).toBe('true');
    await waitFor(() => expect(navigateTo).toHaveBeenCalledExactlyOnceWith(`${CHECKOUT}?trial`));
  } finally {
    for (const [name, property] of kept)
      if (property) Object.defineProperty(Element.prototype, name, property);
  }
});

test('a failure is an alert, and can be tried again', async () => {
  const person = await open('', 'upgrade', true, {
    'POST /billing/subscribe': () => refusal(503, 'unavailable', 'No checkout URL received'),
  });
  await person.click(buttonOf(/^Pro monthly/));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('Failed to start checkout: No checkout URL received'),
  );
  expect(buttonOf(/^Pro monthly/).ariaDisabled).toBeNull();
});

test('a session that has ended leads to signing up, and back to the same offer', async () => {
  const person = await open('?mode=trial', 'trial', true, {
    'POST /billing/start-trial': () => refusal(401, 'unauthenticated', 'Please log in.'),
  });
  await person.click(buttonOf(/^Pro annual/));
  await waitFor(() =>
    expect(navigateTo).toHaveBeenCalledWith('/login?mode=signup&plan=annual&redirect=pricing'),
  );
  expect(sessionStorage.getItem('pricing.mode')).toBe('trial');
});

describe('a plan in the URL', () => {
  test('opens its checkout automatically, once', async () => {
    await open('?mode=upgrade&plan=annual', 'upgrade');
    expect(screen.getByText('Opening the checkout…')).toBeDefined();
    await waitFor(() => expect(navigateTo).toHaveBeenCalledExactlyOnceWith(CHECKOUT));
    expect(address()).toBe('/pricing?mode=upgrade');
  });

  test.each([
    ['Escape', () => fireEvent.keyDown(window, { key: 'Escape' })],
    ['Cancel', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ])('does nothing after %s', async (_how, stop) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await open('?mode=upgrade&plan=monthly', 'upgrade');
    stop();
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(address()).toBe('/pricing?mode=upgrade');
    expect(navigateTo).not.toHaveBeenCalled();
  });

  test.each([
    ['that is no plan', '?plan=weekly', true],
    ['of a visitor', '?plan=annual', false],
  ])('%s does nothing', async (_case, query, hasSession) => {
    await open(query, 'upgrade', hasSession);
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(address()).toBe(`/pricing${query}`);
  });
});

test('without an account it leads to signing up, and a trial stays a trial', async () => {
  const person = await open('?mode=trial', 'trial', false);
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/');
  const [annual, monthly] = screen.getAllByRole('link', { name: 'Start free trial' });
  expect(annual?.getAttribute('href')).toBe('/login?mode=signup&plan=annual&redirect=pricing');
  expect(monthly?.getAttribute('href')).toBe('/login?mode=signup&plan=monthly&redirect=pricing');
  monthly?.addEventListener('click', (event) => event.preventDefault());
  await person.click(monthly as Element);
  expect(sessionStorage.getItem('pricing.mode')).toBe('trial');
});

test('where a payment failed it leads to the billing portal, or says why not', async () => {
  const person = await open('', 'pastDue', true, {
    'POST /billing/portal': () => refusal(503, 'unavailable', 'No billing portal URL received'),
  });
  await person.click(screen.getByRole('button', { name: 'Update Payment Method' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('No billing portal URL received'));
  serve({ 'POST /billing/portal': () => ({ ok: true, url: PORTAL }) });
  await person.click(screen.getByRole('button', { name: 'Update Payment Method' }));
  await waitFor(() => expect(navigateTo).toHaveBeenCalledExactlyOnceWith(PORTAL));
});
