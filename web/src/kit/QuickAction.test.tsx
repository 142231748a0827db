import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CalendarPlus } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { QuickAction } from './QuickAction.tsx';

function show() {
  let finish = (): void => undefined;
  const act = vi.fn(() => new Promise<boolean>((resolve) => (finish = () => resolve(true))));
  render(<QuickAction icon={CalendarPlus} label="Extend" act={act} />);
  const button = screen.getByRole('button', { name: 'Extend' });
  const isTicked = () => button.querySelector('.lucide-check') !== null;
  return { person: userEvent.setup(), act, button, isTicked, finish: () => finish() };
}

test('is done once while it runs, and again when it is pressed anew', async () => {
  const { person, act, button, isTicked, finish } = show();
  button.focus();
  await person.keyboard('{Enter}{Enter}');
  expect(act).toHaveBeenCalledTimes(1);

  finish();
  await waitFor(() => expect(isTicked()).toBe(true));
  await person.keyboard('{Enter}');
  expect(act).toHaveBeenCalledTimes(2);
});

test('a double click is one click, however quickly it was done', async () => {
  const { act, button, isTicked, finish } = show();
  fireEvent.click(button, { detail: 1 });
  finish();
  await waitFor(() => expect(isTicked()).toBe(true));
  fireEvent.click(button, { detail: 2 });
  expect(act).toHaveBeenCalledTimes(1);
});
