import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';
import { CheckboxField } from './Checkbox.tsx';
import { CheckboxGroup } from './CheckboxGroup.tsx';
import { CloseButton } from './CloseButton.tsx';
import { Combobox } from './Combobox.tsx';
import { EditableRow } from './EditableRow.tsx';
import { MultiSelect } from './MultiSelect.tsx';
import { PaletteDialog } from './PaletteDialog.tsx';
import { Providers } from './Providers.tsx';
import { TagsInput } from './TagsInput.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';
import { Tour } from './Tour.tsx';

const show = (children: ReactNode) => {
  render(<Providers>{children}</Providers>);
  return userEvent.setup();
};

const focused = () => document.activeElement;

test('an option of a combobox is found by typing and chosen with Enter; Escape closes the list', async () => {
  const onChange = vi.fn();
  const onTyped = vi.fn();
  const options = ['Ada', 'Bea'].map((label) => ({ value: label.toLowerCase(), label }));
  const texts = { label: 'Person', placeholder: 'Name', emptyText: 'No person' };
  const person = show(<Combobox {...texts} {...{ options, onChange, onTyped }} value={null} />);
  await person.tab();
  const field = screen.getByRole('combobox', { name: 'Person' });
  expect(focused()).toBe(field);
  await person.keyboard('B');
  expect(onTyped).toHaveBeenLastCalledWith('B');
  await person.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('bea', expect.anything());
  await person.keyboard('{ArrowDown}{Escape}');
  await waitFor(() => expect(field.getAttribute('aria-expanded')).not.toBe('true'));
  expect(focused()).toBe(field);
});

function Several({ onChange }: { onChange: (value: string[]) => void }) {
  const [value, setValue] = useState<string[]>([]);
  const change = (next: string[]) => {
    setValue(next);
    onChange(next);
  };
  return <MultiSelect label="Tags" options={['new', 'old']} value={value} onChange={change} />;
}

test('a value of several is chosen, and removed, from the keyboard', async () => {
  const onChange = vi.fn();
  const person = show(<Several onChange={onChange} />);
  await person.tab();
  await person.keyboard('{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenLastCalledWith(['new']);
  await person.keyboard('{Backspace}');
  expect(onChange).toHaveBeenLastCalledWith([]);
});

function Tags({ onChange }: { onChange: (value: string[]) => void }) {
  const [typed, setTyped] = useState('');
  const limits = { maxTags: 3, maxLength: 20 };
  return (
    <TagsInput
      {...limits}
      {...{ typed, onChange }}
      label="Tags"
      description="Up to three"
      options={['shop']}
      value={[]}
      onTyped={setTyped}
    />
  );
}

test('a tag is added with Enter, and when the field is left', async () => {
  const onChange = vi.fn();
  const person = show(<Tags onChange={onChange} />);
  await person.tab();
  await person.keyboard('fresh{Enter}');
  expect(onChange).toHaveBeenLastCalledWith(['fresh']);
  await person.keyboard('left');
  await person.tab();
  expect(onChange).toHaveBeenLastCalledWith(['left']);
});

test('a group of checkboxes has a name and describes its error', () => {
  show(
    <CheckboxGroup label="Reviewers" error="Choose a reviewer">
      <CheckboxField label="Ada" isOn={false} onChange={vi.fn()} />
    </CheckboxGroup>,
  );
  const group = screen.getByRole('group', { name: 'Reviewers' });
  const error = document.getElementById(group.getAttribute('aria-describedby') ?? '');
  expect(error?.textContent).toBe('Choose a reviewer');
});

test('Enter in a text area is a new line', async () => {
  const onChange = vi.fn();
  const person = show(<TextArea label="Feedback" value="" onChange={onChange} />);
  await person.tab();
  await person.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('\n');
});

test('a value is edited in place; Escape cancels and returns the focus to its button', async () => {
  const person = show(
    <EditableRow label="Name" value="Ada" act={{ label: 'Edit', name: 'Edit name' }}>
      {() => <TextField label="New name" value="Ada" onChange={vi.fn()} />}
    </EditableRow>,
  );
  await person.tab();
  await person.keyboard('{Enter}');
  expect(focused()).toBe(screen.getByRole('textbox', { name: 'New name' }));
  await person.keyboard('{Escape}');
  expect(focused()).toBe(screen.getByRole('button', { name: 'Edit name' }));
});

test('a button without text has a name and is pressed with Enter and the space bar', async () => {
  const onClick = vi.fn();
  const person = show(<CloseButton onClick={onClick} />);
  await person.tab();
  expect(focused()).toBe(screen.getByRole('button', { name: 'Close' }));
  await person.keyboard('{Enter} ');
  expect(onClick).toHaveBeenCalledTimes(2);
});

test('the palette takes the focus, and Escape closes it', async () => {
  const onClose = vi.fn();
  const person = show(
    <PaletteDialog title="Commands" onClose={onClose}>
      <TextField label="Search" value="" onChange={vi.fn()} data-autofocus />
    </PaletteDialog>,
  );
  expect(await screen.findByRole('dialog', { name: 'Commands' })).toBeTruthy();
  await waitFor(() => expect(focused()).toBe(screen.getByRole('textbox', { name: 'Search' })));
  await person.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

function Steps() {
  const [isOpen, setIsOpen] = useState(false);
  const labels = { skip: 'Skip tour', previous: 'Previous', next: 'Next' };
  const step = { title: 'Stage a folder', content: 'Drop it here.', type: 'modal' } as const;
  const close = () => setIsOpen(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Start</Button>
      {isOpen && <Tour {...{ labels, step }} progress="1 of 3" onSkip={close} onNext={close} />}
    </>
  );
}

test('a step of a tour starts on Next, Escape skips it, and the focus returns', async () => {
  const person = show(<Steps />);
  await person.tab();
  await person.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Stage a folder' })).toBeTruthy();
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Next' })));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Start' })));
});
