import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MessageForm } from './MessageForm.tsx';

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'Enter that ends a composition sends nothing (%s)',
  (composition) => {
    const onSend = vi.fn();
    render(<MessageForm keptAs="question" isBusy={false} onSend={onSend} onStop={() => undefined} />);
    const field = screen.getByRole('textbox');
    fireEvent.change(field, { target: { value: 'こん' } });
    fireEvent.keyDown(field, { key: 'Enter', ...composition });
    expect(onSend).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(onSend).toHaveBeenCalledExactlyOnceWith('こん');
  },
);

test('a question that was not sent is there when the panel is shown again', () => {
  const form = <MessageForm keptAs="unsent" isBusy={false} onSend={vi.fn()} onStop={vi.fn()} />;
  const { unmount } = render(form);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Which blue?' } });
  unmount();
  render(form);
  expect(screen.getByDisplayValue('Which blue?')).toBeDefined();
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' });
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
});
