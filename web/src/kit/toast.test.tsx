import { ApiError } from '@stagelink/shared/client/call';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { runWithToast } from './runWithToast.ts';
import { clearToasts, toast, toastProblem, toastUndo, undoLatest } from './toast.ts';
import { Toasts } from './Toasts.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  clearToasts();
});

function show() {
  render(<Toasts />);
}

const shown = () =>
  ['status', 'alert'].flatMap((role) => screen.queryAllByRole(role)).map(({ textContent }) => textContent);

test('one toast at a time: the newest replaces the one before at once, and names what it is about', async () => {
  show();
  for (const name of ['One', 'Two', 'Three']) toast('URL Copied', { about: name });
  expect(await screen.findByText('Three')).toBeDefined();
  await vi.waitFor(() => expect(shown()).toEqual(['URL CopiedThree']));

  toastProblem('Failed to archive project', 'Not now.', () => undefined);
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
  await vi.waitFor(() => expect(screen.queryByText('URL Copied')).toBeNull());
});

test.each([
  ['plan_limit', 403, 0],
  ['forbidden', 403, 0],
  ['not_found', 404, 0],
  ['rate_limited', 429, 1],
  ['conflict', 409, 1],
  ['unavailable', 503, 1],
] as const)(
  'a refusal as %s offers a retry only where it may help',
  async (code: ErrorCode, status, retries) => {
    show();
    const refused = new ApiError(status, { code, message: 'The reason.' });
    await runWithToast({ act: () => Promise.reject(refused), failed: 'Failed to extend snapshot' });
    expect(await screen.findByText('The reason.')).toBeDefined();
    expect(screen.queryAllByRole('button', { name: 'Retry' })).toHaveLength(retries);
  },
);

test('an Undo that is covered can still be undone by key, and comes back when what covers it is gone', async () => {
  show();
  // Freezes the clock, so that a slow machine does not run out of the eight seconds.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  const undone: string[] = [];
  toastUndo('Paused', () => undone.push('One'), 'One');
  toastUndo('Paused', () => undone.push('Two'), 'Two');
  expect(await screen.findByText('Two')).toBeDefined();
  toast('URL Copied');
  expect(await screen.findByText('URL Copied')).toBeDefined();
  expect(screen.queryByText('One')).toBeNull();

  expect(undoLatest()).toBe(true);
  expect(undone).toEqual(['Two']);
  expect(await screen.findByText('One')).toBeDefined();
  await vi.waitFor(() => expect(shown()).toEqual(['PausedOneUndo']), { timeout: 30_000 });
  screen.getByRole('button', { name: 'Undo' }).click();
  expect(undone).toEqual(['Two', 'One']);
  expect(undoLatest()).toBe(false);
});

test('a problem that is covered comes back', async () => {
  show();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  toastProblem('Only folders can be added');
  toast('Added shop');
  expect(await screen.findByText('Added shop')).toBeDefined();
  await vi.waitFor(() => expect(shown()).toEqual(['Only folders can be added']), { timeout: 30_000 });
});

test('a problem can be closed by everyone, screen readers included', async () => {
  show();
  toastProblem('Only folders can be added');
  (await screen.findByRole('button', { name: 'Close' })).click();
  await vi.waitFor(() => expect(shown()).toEqual([]));
});
