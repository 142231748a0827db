import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { CustomSize } from './CustomSize.tsx';

test('a side that no preview can have is named at its field, which takes the focus', async () => {
  const onChoose = vi.fn();
  render(<CustomSize size={{ width: 1440, height: 900 }} onChoose={onChoose} onClose={vi.fn()} />);
  const height = await screen.findByRole('spinbutton', { name: 'Height' });
  await userEvent.clear(height);
  await userEvent.type(height, '90');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(screen.getByRole('alert').textContent).toBe('Enter a whole number from 200 to 4000.');
  expect(document.activeElement).toBe(height);
  expect(onChoose).not.toHaveBeenCalled();

  await userEvent.type(height, '0');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ width: 1440, height: 900 });
});
