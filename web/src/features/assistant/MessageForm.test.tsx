import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MessageForm } from './MessageForm.tsx';

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'Enter that ends a composition sends nothing (%s)',
  (composition) => {
    const onSend = vi.fn();
    render(<MessageForm isBusy={false} onSend={onSend} onStop={() => undefined} />);
    const field = screen.getByRole('textbox');
    fireEvent.change(field, { target: { value: 'こん' } });
    fireEvent.keyDown(field, { key: 'Enter', ...composition });
    expect(onSend).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(onSend).toHaveBeenCalledExactlyOnceWith('こん');
  },
);
