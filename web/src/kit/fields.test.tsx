import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { CheckboxField } from './Checkbox.tsx';
import { PasswordField } from './PasswordField.tsx';
import { RadioGroup } from './RadioGroup.tsx';
import { Select } from './Select.tsx';
import { Switch } from './Switch.tsx';
import { TextField } from './TextField.tsx';

const textOf = (ids: string | null) =>
  (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);

test('a text field is described by its description and by its error', () => {
  render(
    <TextField label="Email" description="Your own" error="Not an email" value="a" onChange={vi.fn()} />,
  );
  const field = screen.getByRole('textbox', { name: 'Email' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(textOf(field.getAttribute('aria-describedby'))).toEqual(['Your own', 'Not an email']);
});

test('a text field gives its text', async () => {
  const onChange = vi.fn();
  render(<TextField label="Name" value="" onChange={onChange} />);
  await userEvent.setup().type(screen.getByRole('textbox', { name: 'Name' }), 'x');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('x');
});

test('a password is shown and hidden from the keyboard', async () => {
  render(<PasswordField label="Password" value="sesame" onChange={vi.fn()} />);
  const person = userEvent.setup();
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  expect(field.type).toBe('password');
  await person.tab();
  expect(document.activeElement).toBe(field);
  await person.tab();
  await person.keyboard(' ');
  expect(field.type).toBe('text');
  expect(screen.getByRole('button', { name: 'Show password', pressed: true })).toBe(document.activeElement);
  await person.keyboard('{Enter}');
  expect(field.type).toBe('password');
});

test('one of a list is chosen', async () => {
  const onChange = vi.fn();
  render(
    <Select
      label="Project"
      options={[
        { value: 'all', label: 'All' },
        { value: 'shop', label: 'Shop' },
      ]}
      value="all"
      onChange={onChange}
    />,
  );
  await userEvent.setup().selectOptions(screen.getByRole('combobox', { name: 'Project' }), 'Shop');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('shop');
});

test('a switch and a checkbox are toggled with the space bar', async () => {
  const onSwitch = vi.fn();
  const onCheck = vi.fn();
  render(
    <>
      <Switch label="Emails for Shop" text={{ before: 'Active' }} isOn onChange={onSwitch} />
      <CheckboxField label="Read" description="Snapshots" isOn={false} onChange={onCheck} />
    </>,
  );
  const person = userEvent.setup();
  await person.tab();
  expect(document.activeElement).toBe(screen.getByRole('switch', { name: 'Emails for Shop', checked: true }));
  await person.keyboard(' ');
  expect(onSwitch).toHaveBeenCalledExactlyOnceWith(false);

  await person.tab();
  const checkbox = screen.getByRole('checkbox', { name: 'Read' });
  expect(textOf(checkbox.getAttribute('aria-describedby'))).toEqual(['Snapshots']);
  await person.keyboard(' ');
  expect(onCheck).toHaveBeenCalledExactlyOnceWith(true);
});

test('the arrow keys choose in a radio group, which Tab reaches once', async () => {
  const Frequency = () => {
    const [value, setValue] = useState<'now' | 'daily'>('now');
    return (
      <RadioGroup
        label="Emails"
        options={[
          { value: 'now', label: 'Immediately', description: 'Ten minutes later' },
          { value: 'daily', label: 'Daily', description: 'In the morning' },
        ]}
        value={value}
        onChange={setValue}
      />
    );
  };
  render(<Frequency />);
  const person = userEvent.setup();
  await person.tab();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Immediately', checked: true }));
  await person.keyboard('{ArrowDown}');
  const daily = screen.getByRole('radio', { name: 'Daily', checked: true });
  expect(document.activeElement).toBe(daily);
  expect(textOf(daily.getAttribute('aria-describedby'))).toEqual(['In the morning']);
  await person.tab();
  expect(document.activeElement).toBe(document.body);
});
