import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useFormSubmit } from './useFormSubmit.ts';

interface SampleProps {
  act: () => Promise<boolean | void>;
  refused?: string;
}

function Sample({ act, refused }: SampleProps) {
  const { formProps, isSending, run, refuse, message, errorAt } = useFormSubmit('It was not saved.', 'note');
  const submit = () => (refused === undefined ? run(act) : refuse({ message: 'Wrong.', field: refused }));
  return (
    <form {...formProps(submit)} aria-busy={isSending} aria-label="Sample">
      <textarea name="note" aria-label="Note" />
      <fieldset name="scopes">
        <input type="checkbox" aria-label="Read" />
      </fieldset>
      <input type="radio" name="days" aria-label="7 days" />
      <input type="radio" name="days" aria-label="30 days" />
      <p role="alert">{message ?? (refused && errorAt(refused))}</p>
      <button type="submit">Save</button>
    </form>
  );
}

const save = () => screen.getByRole('button', { name: 'Save' });
const alert = () => screen.getByRole('alert').textContent;

test.each([
  ['note', 'textbox', 'Note'],
  ['scopes', 'checkbox', 'Read'],
  ['days', 'radio', '7 days'],
])('an error of %s focuses its control, whatever kind it is', async (field, role, name) => {
  render(<Sample act={vi.fn()} refused={field} />);
  await userEvent.click(save());
  expect(alert()).toBe('Wrong.');
  expect(document.activeElement).toBe(screen.getByRole(role, { name }));
});

test('a failure without a reason is named, and focuses the field to try again', async () => {
  render(<Sample act={() => Promise.reject(new Error('internal'))} />);
  await userEvent.click(save());
  expect(await screen.findByText('It was not saved.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note' }));
});

test('a form is submitted once while it is busy', async () => {
  const reply = Promise.withResolvers<void>();
  const act = vi.fn(() => reply.promise);
  render(<Sample act={act} />);
  await userEvent.click(save());
  await userEvent.click(save());
  expect(act).toHaveBeenCalledOnce();
  reply.resolve();
  await expect.poll(() => screen.getByRole('form').getAttribute('aria-busy')).toBe('false');
  await userEvent.click(save());
  expect(act).toHaveBeenCalledTimes(2);
});
