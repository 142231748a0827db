import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { navigateTo } from '../lib/navigateTo.ts';
import { takeUnknownPath } from '../lib/unknownPath.ts';
import { currentAddress, visit } from '../testing/visit.tsx';

vi.mock('../lib/navigateTo.ts');

beforeEach(() => vi.mocked(navigateTo).mockClear());

test('a URL that no page has leads to the landing page, which names it once', async () => {
  visit('/snapshots/old?tab=1');
  await waitFor(() => expect(navigateTo).toHaveBeenCalledWith('/'));
  expect(currentAddress()).toBe('/');
  expect(takeUnknownPath()).toBe('/snapshots/old');
  expect(takeUnknownPath()).toBeNull();
});

test('the landing page is loaded from the server, and names no URL otherwise', async () => {
  visit('/');
  await waitFor(() => expect(navigateTo).toHaveBeenCalledWith('/'));
  expect(takeUnknownPath()).toBeNull();
});
