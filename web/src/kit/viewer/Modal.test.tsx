import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Modal } from './Modal.tsx';

test('a press that begins in a dialog and ends beside it leaves the dialog open', () => {
  const onClose = vi.fn();
  render(
    <Modal title="Size" onClose={onClose}>
      <input aria-label="Width" />
    </Modal>,
  );
  const dialog = screen.getByRole('dialog', { hidden: true });
  fireEvent.pointerDown(screen.getByLabelText('Width'));
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();

  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});
