import { refusal } from '@stagelink/shared/testing/fakeServer';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { claimSecretOf } from '../../features/tryOut/claimLinks.ts';
import { serve } from '../../testing/server.ts';
import { visit } from '../../testing/visit.tsx';

const READ = 'POST /api/try/claim/read';
const CLAIM = 'POST /api/try/claim';
const ID = 'abcd1234efgh5678';
const SNAPSHOT = {
  id: ID,
  name: 'Shop',
  url: `http://localhost:4600/s/${ID}`,
  expiresAt: new Date(Date.now() + 5 * 3_600_000).toISOString(),
};
const found = () => ({ snapshot: SNAPSHOT });
const signedOut = () => refusal(401, 'unauthenticated', 'Please log in first.');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('a claim link', () => {
  test('without an account says until when the snapshot lives, and leads to signing up and back', async () => {
    const requests = serve({ 'GET /me': signedOut, [READ]: found });
    const person = visit('/claim#the-secret');
    expect(await screen.findByRole('heading', { name: 'Claim Shop' })).toBeTruthy();
    expect(screen.getByText(/ends in 5 hours\. Claim it to keep it/)).toBeTruthy();
    expect(claimSecretOf(ID)).toBe('the-secret');
    await person.click(screen.getByRole('link', { name: 'Sign up to claim it' }));
    expect(
      await screen.findByText('Log in or sign up, and the snapshot moves into your account.'),
    ).toBeTruthy();
    expect(window.location.pathname).toBe('/login');
    expect(window.location.href).not.toContain('the-secret');
    expect(requests[CLAIM]).toBeUndefined();
  });

  test('that was used already says so', async () => {
    const ended = 'This claim link was used already or its snapshot has ended. Stage again for a new link.';
    serve({ 'GET /me': signedOut, [READ]: () => refusal(410, 'gone', ended) });
    visit('/claim#the-secret');
    expect(await screen.findByRole('heading', { name: 'This link claims nothing' })).toBeTruthy();
    expect(screen.getByText(ended)).toBeTruthy();
  });

  test('that is incomplete says so', async () => {
    serve({ 'GET /me': signedOut });
    visit('/claim');
    expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeTruthy();
  });
});
