import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toastProblem, toastUndo } from './toast.ts';
import { Toasts } from './Toasts.tsx';

afterEach(() => notifications.clean());

test('a problem is shown at once, whatever can be undone meanwhile', async () => {
  render(
    <MantineProvider>
      <Toasts />
    </MantineProvider>,
  );
  for (const name of ['One', 'Two', 'Three']) toastUndo(`${name} archived`, () => undefined);
  expect(await screen.findByText('Three archived')).toBeDefined();

  toastProblem('Failed to archive project');
  await vi.waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('Failed to archive project'),
  );
  toastProblem('Failed to delete project', 'Not now.', () => undefined);
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined());
});
