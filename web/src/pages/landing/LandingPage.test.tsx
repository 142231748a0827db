import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentAddress, visit } from '../../testing/visit.tsx';

test('a URL that no page has leads to the landing page, which names it', async () => {
  visit('/snapshots/old?tab=1');
  expect((await screen.findByRole('status')).textContent).toBe('There is no page at /snapshots/old.');
  expect(currentAddress()).toBe('/');
});

test('the landing page says nothing about URLs otherwise', async () => {
  visit('/');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('status')).toBeNull();
});
