import type { Session, User } from '@stagelink/shared/contracts/accounts';
import type { Subscription } from '@stagelink/shared/contracts/follows';
import { ada, authOptions } from '@stagelink/shared/testing/builders';
import { type Handlers, raw, refusal } from '@stagelink/shared/testing/fakeServer';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { veil } from '../../testing/veil.ts';
import { currentAddress, visit } from '../../testing/visit.tsx';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const here: Session = {
  id: '01938c3e-0000-7000-8000-00000000000a',
  userAgent: FIREFOX,
  address: '192.0.2.7',
  createdAt: ada.createdAt,
  lastUsedAt: ada.createdAt,
  expiresAt: ada.createdAt,
  current: true,
};
const there: Session = {
  ...here,
  id: '01938c3e-0000-7000-8000-00000000000b',
  userAgent: 'stagelink/0.1.0',
  current: false,
};
const followed: Subscription = {
  id: '01938c3e-0000-7000-8000-00000000000c',
  snapshotId: 'boatshed0001',
  snapshotName: 'Boat shed',
  commentId: '01938c3e-0000-7000-8000-00000000000d',
  commentPreview: 'Two pixels too low',
  isActive: true,
  createdAt: ada.createdAt,
  lastNotified: null,
};

/** A fake server with this user. */
const settings = (user: Partial<User> = {}): Handlers => ({
  'GET /me': () => ({ user: { ...ada, ...user } }),
  'GET /auth/options': () => authOptions({ mail: true }),
  'GET /me/storage': () => ({ usedBytes: 3_355_443, maxBytes: 209_715_200 }),
  'GET /auth/sessions': () => ({ sessions: [here, there] }),
  'GET /auth/change-email': () => ({ email: null }),
  'GET /api/subscriptions': () => ({ subscriptions: [followed] }),
  'GET /api/webhooks': () => ({ webhooks: [] }),
  'GET /api/issue-trackers': () => ({ trackers: { githubRepository: null, jiraUrl: null, connections: [] } }),
  'GET /api/notifications/preferences': () => ({ emailFrequency: 'hourly' }),
});
const done = (message = 'Done.') => ({ ok: true, message }) as const;
const refused = () => refusal(403, 'forbidden', 'Not now.');
const tooOften = () => refusal(429, 'rate_limited', 'Not now.');
const section = (name: string) => screen.findByRole('region', { name });
const button = (name: string) => screen.findByRole('button', { name });
const toast = (text: string) => screen.findByText(text);

afterEach(() => vi.useRealTimers());

describe('whose settings', () => {
  test('a visitor is redirected to log in, and Back does not return here', async () => {
    serve({ ...settings(), 'GET /me': () => refusal(401, 'unauthenticated', 'Please log in first.') });
    const before = window.history.length;
    visit('/settings');

    expect(await screen.findByRole('heading', { name: 'Log in to Stagelink' })).toBeDefined();
    expect(currentAddress()).toBe('/login');
    expect(window.history.length).toBe(before);
  });

  test('a session that ends while they are open is reported there', async () => {
    serve({
      ...settings(),
      'PUT /auth/profile': () => refusal(401, 'unauthenticated', 'Please log in first.'),
    });
    const person = visit('/settings');

    await person.click(await button('Edit name'));
    await person.type(screen.getByRole('textbox', { name: 'Name' }), ' King{Enter}');

    expect(await screen.findByRole('heading', { name: 'Authentication Required' })).toBeDefined();
    expect(currentAddress()).toBe('/settings');
    await person.click(screen.getByRole('link', { name: 'Go to Login' }));
    expect(currentAddress()).toBe('/login');
  });

  test('changes in another tab are fetched when this one becomes visible', async () => {
    let emailVerified = false;
    serve({ ...settings(), 'GET /me': () => ({ user: { ...ada, emailVerified } }) });
    visit('/settings');
    await screen.findByText(/Not verified/);

    emailVerified = true;
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByText('Verified')).toBeDefined();
  });
});

test('each section has a link that leads to it', async () => {
  serve(settings());
  visit('/settings#plan');
  const links = within(await screen.findByRole('navigation', { name: 'Sections' })).getAllByRole('link');
  await section('Webhooks');
  await section('Tutorials');
  const headings = within(screen.getByRole('main'))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);
  expect(links.map(({ textContent }) => textContent)).toEqual(headings);
  for (const link of links) {
    const anchor = link.getAttribute('href')?.slice(1) ?? '';
    expect(document.getElementById(anchor)).toBe(await section(link.textContent));
  }
});

describe('the account', () => {
  test('shows what is known about it, and billing only where there is some', async () => {
    serve(settings());
    visit('/settings');

    const { textContent } = await section('Account Information');
    for (const fact of ['Ada Lovelace', 'ada@example.com', ada.uid, '1 November 2026', 'Free']) {
      expect(textContent).toContain(fact);
    }
    expect(textContent).not.toContain('Next Billing');
  });

  test('is billed on a day', async () => {
    serve(
      settings({
        subscriptionStatus: 'active',
        nextBillingDate: '2026-12-14T12:00:00.000Z',
        nextBillingAmount: 1900,
      }),
    );
    visit('/settings');
    expect((await section('Account Information')).textContent).toContain(
      'Next Billing14 December 2026 · $19.00',
    );
  });

  test('a name is edited inline; Escape cancels, and the focus returns', async () => {
    const requests = serve({
      ...settings(),
      'PUT /auth/profile': ({ input }) => ({ ok: true, user: { ...ada, name: input.name } }),
    });
    const person = visit('/settings');

    await person.click(await button('Edit name'));
    await person.keyboard('Eve{Escape}');
    expect(document.activeElement).toBe(await button('Edit name'));
    expect(requests['PUT /auth/profile']).toBeUndefined();

    await person.keyboard('{Enter}');
    await person.keyboard('Ada King{Enter}');
    expect((await button('Account of Ada King')).textContent).toContain('Ada King');
    expect(requests['PUT /auth/profile']?.map(({ input }) => input)).toEqual([{ name: 'Ada King' }]);
  });

  test('a blank name is not sent, and an invalid reply is “Profile update failed”', async () => {
    const requests = serve({ ...settings(), 'PUT /auth/profile': () => raw(200, '{"hello":"world"}') });
    const person = visit('/settings');

    await person.click(await button('Edit name'));
    await person.keyboard('  {Enter}');
    expect(await screen.findByText('Please fill in all fields')).toBeDefined();
    expect(requests['PUT /auth/profile']).toBeUndefined();

    await person.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada King{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Profile update failed');
  });

  test('a new email address is pending until its link is opened', async () => {
    let awaited: string | null = null;
    const requests = serve({
      ...settings(),
      'GET /auth/change-email': () => ({ email: awaited }),
      'POST /auth/change-email': () => {
        awaited = 'ada@king.example';
        return done();
      },
      'DELETE /auth/change-email': () => ({ ok: true }),
    });
    const person = visit('/settings');

    await person.click(await button('Change email address'));
    await person.keyboard('ada@king.example{Enter}');
    expect(await screen.findByText('Enter your current password')).toBeDefined();
    await person.keyboard('a long password{Enter}');

    expect(await screen.findByText(/Open the link we emailed to ada@king.example/)).toBeDefined();
    expect(screen.getByText('ada@example.com')).toBeDefined();
    expect(requests['POST /auth/change-email']?.map(({ input }) => input)).toEqual([
      { email: 'ada@king.example', currentPassword: 'a long password' },
    ]);

    await person.click(await button('Keep current address'));
    expect(await toast('Your email address was not changed')).toBeDefined();
    expect(screen.queryByText(/Open the link we emailed/)).toBeNull();
    expect(document.activeElement).toBe(await button('Change email address'));
    expect(requests['DELETE /auth/change-email']).toHaveLength(1);
  });

  test('a pending change is shown when the page opens', async () => {
    serve({ ...settings(), 'GET /auth/change-email': () => ({ email: 'ada@king.example' }) });
    visit('/settings');
    expect(await screen.findByText(/Open the link we emailed to ada@king.example/)).toBeDefined();
  });

  test('the verification email can be resent', async () => {
    const requests = serve({
      ...settings({ emailVerified: false }),
      'POST /auth/verify-email/send': () => done('A new link is on its way.'),
    });
    const person = visit('/settings');

    await person.click(await button('Resend'));
    expect(await toast('A new link is on its way.')).toBeDefined();
    expect(requests['POST /auth/verify-email/send']).toHaveLength(1);
  });

  test('a server without email does not offer it', async () => {
    serve({
      ...settings({ emailVerified: false }),
      'GET /auth/options': () => authOptions(),
    });
    visit('/settings');

    expect(await screen.findByText(/the address cannot be changed here/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Change email address' })).toBeNull();
    expect(screen.queryByText(/Not verified/)).toBeNull();
    expect((await section('Email Preferences')).textContent).toContain('This server sends no email');
  });
});

describe('the plan', () => {
  test('Free leads to the prices, and lists its limits', async () => {
    serve(settings());
    visit('/settings');

    const plan = await section('Plan Management');
    const upgrade = within(plan).getByRole('link', { name: 'Upgrade to Pro' });
    expect(upgrade.getAttribute('href')).toBe('/pricing?mode=upgrade');
    expect(plan.textContent).toMatch(/Active snapshotsUp to 3.*Up to 20 MB.*Up to 7 days/);
    expect(await within(plan).findByText('3.2 MB of 200 MB used')).toBeDefined();
  });

  test.each([
    ['monthly', 'Monthly, $6.00 per month'],
    ['annual', 'Annual, $60.00 per year'],
  ] as const)(
    'a subscription that is %s shows its price, and leads to its invoices',
    async (billingPlan, text) => {
      const requests = serve({
        ...settings({
          canAccessPro: true,
          plan: 'pro',
          subscriptionStatus: 'active',
          subscriptionDisplay: 'Pro',
          billingPlan,
        }),
        'POST /billing/portal': () => refusal(503, 'unavailable', 'No billing portal URL received'),
      });
      const person = visit('/settings');

      const plan = await section('Plan Management');
      expect(plan.textContent).toContain(`Price${text}`);
      await person.click(within(plan).getByRole('button', { name: 'Billing and invoices' }));
      expect(await screen.findByText('Failed to open billing portal')).toBeDefined();
      expect(requests['POST /billing/portal']).toHaveLength(1);
    },
  );

  test('an account whose subscription has ended still has its invoices, and no price', async () => {
    serve(settings({ subscriptionStatus: 'cancelled', billingPlan: 'monthly' }));
    visit('/settings');
    const plan = await section('Plan Management');
    expect(within(plan).getByRole('button', { name: 'Billing and invoices' })).toBeDefined();
    expect(plan.textContent).not.toContain('$6.00');
  });

  test('a self-hosted installation has nothing to sell', async () => {
    serve(settings({ canAccessPro: true, plan: 'pro', subscriptionDisplay: 'Pro' }));
    visit('/settings');

    const plan = await section('Plan Management');
    expect(plan.textContent).toContain('Pro is included on this server');
    expect(within(plan).queryByRole('link')).toBeNull();
  });
});

describe('the password', () => {
  test('is changed with the current one; a wrong one is reported at its field', async () => {
    let isRight = false;
    const requests = serve({
      ...settings(),
      'POST /auth/change-password': () =>
        isRight
          ? done('Your password is changed.')
          : refusal(403, 'wrong_credentials', 'That is not your password.', { field: 'currentPassword' }),
    });
    const person = visit('/settings');

    await person.click(await button('Change password'));
    await person.type(screen.getByLabelText('Current password'), 'wrong');
    await person.type(screen.getByLabelText('New password'), 'long enough{Enter}');
    expect(await screen.findByText('That is not your password.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));

    isRight = true;
    await person.keyboard('{Enter}');
    expect(await toast('Your password is changed.')).toBeDefined();
    expect(requests['POST /auth/change-password']).toHaveLength(2);
    await waitFor(() => expect(requests['GET /auth/sessions']?.length).toBeGreaterThan(1));
  });

  test('an invalid reply is “Password change failed”', async () => {
    serve({ ...settings(), 'POST /auth/change-password': () => raw(200, '{"hello":"world"}') });
    const person = visit('/settings');
    await person.click(await button('Change password'));
    await person.type(screen.getByLabelText('Current password'), 'a long password');
    await person.type(screen.getByLabelText('New password'), 'long enough{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Password change failed');
  });

  test('a user who signed up with Google sets a first one, without a current one', async () => {
    const requests = serve({
      ...settings({ hasPassword: false }),
      'POST /auth/change-password': () => done(),
    });
    const person = visit('/settings');

    await person.click(await button('Set a password'));
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await person.keyboard('long enough{Enter}');
    await toast('Done.');
    expect(requests['POST /auth/change-password']?.[0]?.input).toEqual({
      currentPassword: '',
      newPassword: 'long enough',
    });
  });
});

describe('sessions', () => {
  test('the current one is marked and cannot be ended; another is', async () => {
    let sessions = [here, there];
    const requests = serve({
      ...settings(),
      'GET /auth/sessions': () => ({ sessions }),
      'DELETE /auth/sessions/:id': () => {
        sessions = [here];
        return { ok: true };
      },
    });
    const person = visit('/settings');

    const [first, second] = within(await screen.findByRole('list', { name: 'Active sessions' })).getAllByRole(
      'listitem',
    );
    expect(first?.textContent).toMatch(/^Firefox on LinuxThis browser/);
    expect(second?.textContent).toMatch(/^stagelink/);
    expect(screen.queryByRole('button', { name: 'End session: Firefox on Linux' })).toBeNull();

    await person.click(await button('End session: stagelink'));
    await waitFor(() => expect(screen.queryByText('stagelink')).toBeNull());
    const title = screen.getByRole('heading', { name: 'Active sessions' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(requests['DELETE /auth/sessions/:id']?.map(({ input }) => input)).toEqual([{ id: there.id }]);
    expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull();
  });

  test('all others are ended together, and counted', async () => {
    serve({ ...settings(), 'POST /auth/sessions/revoke-others': () => ({ ok: true, ended: 2 }) });
    const person = visit('/settings');
    await person.click(await button('End all other sessions'));
    expect(await toast('2 sessions ended')).toBeDefined();
    const title = screen.getByRole('heading', { name: 'Active sessions' });
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  test('that fail to load can be retried', async () => {
    let isDown = true;
    serve({ ...settings(), 'GET /auth/sessions': () => (isDown ? tooOften() : { sessions: [here] }) });
    const person = visit('/settings');

    const failed = await screen.findByText('Failed to load sessions');
    isDown = false;
    await person.click(within(failed.parentElement as HTMLElement).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Firefox on Linux')).toBeDefined();
  });
});

describe('comment subscriptions', () => {
  const paused = () => screen.findByRole('switch', { name: 'Active: Boat shed' });

  test('open their snapshot beside the settings, and are paused', async () => {
    let isActive = true;
    const requests = serve({
      ...settings(),
      'GET /api/subscriptions': () => ({ subscriptions: [{ ...followed, isActive }] }),
      'PATCH /api/subscriptions/:id': () => {
        isActive = false;
        return { subscription: { ...followed, isActive } };
      },
    });
    const person = visit('/settings');

    const link = await screen.findByRole('link', { name: /Boat shed/ });
    expect(link.textContent).toContain('Two pixels too low');
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/s/boatshed0001', '_blank']);

    await person.click(await paused());
    expect(await screen.findByText('Paused')).toBeDefined();
    expect(requests['PATCH /api/subscriptions/:id']?.[0]?.input).toEqual({
      id: followed.id,
      isActive: false,
    });
  });

  test('are reverted when the server rejects a change', async () => {
    serve({
      ...settings(),
      'PATCH /api/subscriptions/:id': refused,
      'DELETE /api/subscriptions/:id': refused,
    });
    const person = visit('/settings');

    await person.click(await paused());
    expect(await toast('Failed to update subscription. Please try again.')).toBeDefined();
    expect(await screen.findByText('Active')).toBeDefined();

    await person.click(await button('Unsubscribe: Boat shed'));
    expect(await toast('Failed to unsubscribe. Please try again.')).toBeDefined();
    expect(await screen.findByRole('link', { name: /Boat shed/ })).toBeDefined();
  });

  test('are ended; without any, a hint explains how to follow', async () => {
    let subscriptions = [followed];
    serve({
      ...settings(),
      'GET /api/subscriptions': () => ({ subscriptions }),
      'DELETE /api/subscriptions/:id': () => {
        subscriptions = [];
        return { ok: true };
      },
    });
    const person = visit('/settings');
    await person.click(await button('Unsubscribe: Boat shed'));
    expect(await screen.findByText('You do not follow any comments')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Comment Subscriptions' }));
  });

  test('that cannot be read are tried again', async () => {
    let isDown = true;
    serve({
      ...settings(),
      'GET /api/subscriptions': () => (isDown ? tooOften() : { subscriptions: [followed] }),
    });
    const person = visit('/settings');

    expect(await screen.findByText('Failed to load subscriptions')).toBeDefined();
    isDown = false;
    await person.click(await button('Try Again'));
    expect(await screen.findByRole('link', { name: /Boat shed/ })).toBeDefined();
  });
});

test('lists that are refused for good offer no retry', async () => {
  serve({
    ...settings(),
    'GET /auth/sessions': refused,
    'GET /api/subscriptions': refused,
    'GET /api/notifications/preferences': refused,
  });
  visit('/settings');
  await screen.findByText('Failed to load sessions');
  await screen.findByText('Failed to load subscriptions');
  await screen.findByText('Failed to load email preferences');
  expect(screen.queryByRole('button', { name: /^(Retry|Try Again)$/ })).toBeNull();
});

describe('mail', () => {
  const choice = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });

  test('comes as often as chosen', async () => {
    const requests = serve({
      ...settings(),
      'PUT /api/notifications/preferences': ({ input }) => input,
    });
    const person = visit('/settings');
    await waitFor(async () => expect((await choice('Hourly digest')).checked).toBe(true));

    await person.click(await choice('Never'));
    expect((await choice('Never')).checked).toBe(true);
    expect(requests['PUT /api/notifications/preferences']?.[0]?.input).toEqual({ emailFrequency: 'never' });
  });

  test('is reverted when the server rejects the change', async () => {
    serve({ ...settings(), 'PUT /api/notifications/preferences': refused });
    const person = visit('/settings');
    await waitFor(async () => expect((await choice('Hourly digest')).checked).toBe(true));

    await person.click(await choice('Daily digest'));
    expect(await toast('Failed to save email preferences')).toBeDefined();
    expect((await choice('Hourly digest')).checked).toBe(true);
  });
});

describe('deleting the account', () => {
  const ask = async (word: string, password = 'a long password') => {
    const person = visit('/settings');
    await person.click(await button('Delete Account'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('This cannot be undone.')).toBeDefined();
    await person.click(dialog.getByRole('button', { name: 'Continue' }));
    const field = await dialog.findByRole('textbox', { name: 'Type DELETE to delete your account' });
    if (password !== '') await person.type(dialog.getByLabelText('Current password'), password);
    await person.type(field, `${word}{Enter}`);
    return person;
  };

  test.each(['delete', 'DELETE ', ' '])('“%s” is not the word', async (word) => {
    const requests = serve(settings());
    await ask(word);
    expect(await toast('Deletion cancelled. Your data is safe.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests['POST /auth/delete-account']).toBeUndefined();
  });

  test('asks for the password', async () => {
    const requests = serve(settings());
    await ask('DELETE', '');
    expect(await screen.findByText('Enter your current password')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    expect(requests['POST /auth/delete-account']).toBeUndefined();
  });

  test('is confirmed, and redirects to the login page after three seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isGone = false;
    const requests = serve({
      ...settings(),
      'GET /me': () => (isGone ? refusal(401, 'unauthenticated', 'Please log in first.') : { user: ada }),
      'POST /auth/delete-account': () => {
        isGone = true;
        return done();
      },
    });
    await ask('DELETE');

    expect(await screen.findByRole('heading', { name: 'Your account has been deleted' })).toBeDefined();
    expect(requests['POST /auth/delete-account']?.[0]?.input).toEqual({
      uid: ada.uid,
      confirm: 'DELETE',
      currentPassword: 'a long password',
    });
    expect(currentAddress()).toBe('/settings');
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(await screen.findByRole('heading', { name: 'Log in to Stagelink' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('cannot be cancelled once it is in progress', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof done>>();
    serve({ ...settings(), 'POST /auth/delete-account': () => answer.promise });
    const person = await ask('DELETE');
    const dialog = within(screen.getByRole('dialog'));

    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    await person.click(veil());
    await person.keyboard('{Escape}');
    expect(screen.queryByText('Deletion cancelled. Your data is safe.')).toBeNull();
    expect(screen.getByRole('dialog')).toBeDefined();

    answer.resolve(done());
    expect(await screen.findByRole('heading', { name: 'Your account has been deleted' })).toBeDefined();
  });

  test('that fails says why, or that it failed, and does not sign out', async () => {
    let answer = refused();
    serve({ ...settings(), 'POST /auth/delete-account': () => answer });
    const person = await ask('DELETE');
    expect((await screen.findByRole('alert')).textContent).toBe('Not now.');

    answer = raw(200, '{"hello":"world"}');
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete Account' }));
    expect(await screen.findByText('Failed to delete account')).toBeDefined();
    expect(currentAddress()).toBe('/settings');
  });

  test('signing out returns to the home page', async () => {
    serve({ ...settings(), 'POST /auth/logout': () => ({ ok: true }) });
    const person = visit('/settings');
    await person.click(await button('Sign Out'));
    await waitFor(() => expect(currentAddress()).toBe('/'));
  });
});
