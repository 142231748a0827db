import { raw, refusal } from '@stagelink/shared/testing/fakeServer';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { serve } from '../../testing/server.ts';
import { currentAddress, visit } from '../../testing/visit.tsx';

const signedOut = { 'GET /me': () => refusal(401, 'unauthenticated', 'Please log in first.') };

describe('the link that sets a new password', () => {
  test('leaves no token in the address, and does nothing before a password is sent', async () => {
    const requests = serve({
      ...signedOut,
      'POST /auth/reset-password': () => ({ ok: true, message: 'You can log in with it now.' }),
    });
    const person = visit('/reset-password?token=secret');

    const password = await screen.findByLabelText('New password');
    await waitFor(() => expect(currentAddress()).toBe('/reset-password'));
    expect(requests).toEqual({});

    await person.type(password, 'short{Enter}');
    expect(await screen.findByText('Please choose a password of at least 8 characters')).toBeDefined();
    expect(requests).toEqual({});

    await person.type(password, ' no more{Enter}');
    expect((await screen.findByRole('status')).textContent).toBe('You can log in with it now.');
    expect(requests['POST /auth/reset-password']?.[0]?.input).toEqual({
      token: 'secret',
      newPassword: 'short no more',
    });
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  });

  test('that has been used says so, and another can be requested', async () => {
    serve({
      ...signedOut,
      'POST /auth/reset-password': () =>
        refusal(410, 'gone', 'This link no longer works.', { field: 'token' }),
    });
    const person = visit('/reset-password?token=old');

    await person.type(await screen.findByLabelText('New password'), 'long enough{Enter}');

    expect((await screen.findByRole('alert')).textContent).toBe('This link no longer works.');
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
      '/login?mode=forgot',
    );
  });

  test('that is incomplete says so', async () => {
    serve(signedOut);
    visit('/reset-password');
    expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeDefined();
  });
});

describe('the link that proves an address', () => {
  test('does nothing when it is opened, only when it is confirmed', async () => {
    const requests = serve({
      ...signedOut,
      'POST /auth/verify-email': () => ({ ok: true, email: 'ada@example.com', message: 'Thank you.' }),
    });
    const person = visit('/verify-email?token=secret');

    const confirm = await screen.findByRole('button', { name: 'Confirm' });
    await waitFor(() => expect(currentAddress()).toBe('/verify-email'));
    expect(requests).toEqual({});

    await person.click(confirm);
    expect((await screen.findByRole('status')).textContent).toBe('Thank you.');
    expect(requests['POST /auth/verify-email']?.map(({ input }) => input)).toEqual([
      { token: 'secret', password: '' },
    ]);
  });

  test('asks for the password where the account is not signed in', async () => {
    const requests = serve({
      ...signedOut,
      'POST /auth/verify-email': ({ input }) =>
        (input as { password: string }).password === 'right'
          ? { ok: true, email: 'ada@example.com', message: 'Thank you.' }
          : refusal(401, 'wrong_password', 'Enter the password of the account.', { field: 'password' }),
    });
    const person = visit('/verify-email?token=secret');

    await person.click(await screen.findByRole('button', { name: 'Confirm' }));
    const password = await screen.findByLabelText('Password of the account');
    expect(screen.getByText('Enter the password of the account.')).toBeDefined();
    expect(document.activeElement).toBe(password);
    await person.type(password, 'right{Enter}');
    expect((await screen.findByRole('status')).textContent).toBe('Thank you.');
    expect(requests['POST /auth/verify-email']).toHaveLength(2);
  });

  test('an invalid reply is not a success', async () => {
    serve({ ...signedOut, 'POST /auth/verify-email': () => raw(200, '{"hello":"world"}') });
    const person = visit('/verify-email?token=secret');

    await person.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to confirm the address');
  });
});
