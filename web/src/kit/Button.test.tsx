import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';

test('a loading button keeps the focus and ignores the mouse and the keyboard', async () => {
  const onClick = vi.fn();
  const Save = () => {
    const [isLoading, setIsLoading] = useState(false);
    return (
      <Button
        isLoading={isLoading}
        onClick={() => {
          onClick();
          setIsLoading(true);
        }}
      >
        Save
      </Button>
    );
  };
  render(<Save />);
  const person = userEvent.setup();
  await person.tab();
  await person.keyboard('{Enter}');
  const button = screen.getByRole('button', { name: 'Save', busy: true });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');

  await person.keyboard('{Enter} ');
  await person.click(button);
  expect(onClick).toHaveBeenCalledOnce();
});

test('a form is not sent again by a loading button', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" isLoading>
        Save
      </Button>
    </form>,
  );
  await userEvent.setup().type(screen.getByRole('textbox', { name: 'Name' }), 'Shop{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});
