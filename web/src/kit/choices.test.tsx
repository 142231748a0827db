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
import { CommandDialog } from './CommandDialog.tsx';
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
  expect(onChange).toHaveBeenCalledExactlyOnceWith('bea');
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

test('a dialog of commands takes the focus, runs the chosen one on Enter, and closes on Escape', async () => {
  const [onClose, onRun] = [vi.fn(), vi.fn()];
  const items = ['Home', 'Settings', 'Docs'].map((label) => ({ id: label, label }));
  const person = show(
    <CommandDialog
      title="Commands"
      label="Search"
      listLabel="Results"
      maxLength={10}
      text="abc"
      groups={[{ label: 'Go to', items }]}
      onText={vi.fn()}
      onFocus={vi.fn()}
      onRun={onRun}
      onEnter={vi.fn()}
      onClose={onClose}
      renderItem={({ label }) => label}
    >
      Footer
    </CommandDialog>,
  );
  expect(await screen.findByRole('dialog', { name: 'Commands' })).toBeTruthy();
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
  await waitFor(() => expect(focused()).toBe(field));
  const chosen = () => screen.getByRole('option', { selected: true }).textContent;
  await waitFor(() => expect(chosen()).toBe('Home'));
  await person.keyboard('{ArrowUp}');
  expect(chosen()).toBe('Docs');
  await person.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen()).toBe('Settings');
  await person.keyboard('{Home}');
  expect([chosen(), field.selectionStart]).toEqual(['Home', 0]);
  await person.keyboard('{End}');
  expect([chosen(), field.selectionStart]).toEqual(['Docs', 3]);
  await person.keyboard('{ArrowUp}{Enter}');
  expect(onRun.mock.calls).toEqual([[items[1]]]);
  await person.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

const TOUR_TEXTS = {
  skip: 'Skip tour',
  previous: 'Previous',
  next: 'Next',
  finish: 'Finish',
  progress: (number: number, count: number) => `${number} of ${count}`,
};
const TOUR_STEPS = [
  { title: 'Stage a folder', content: 'Drop it here.', type: 'modal' },
  { title: 'Share the link', content: 'Send it.', type: 'info' },
] as const;

function Started({ onSkip, onComplete }: Record<'onSkip' | 'onComplete', (at?: number) => void>) {
  const [isOpen, setIsOpen] = useState(false);
  const closing = (report: (at?: number) => void) => (at?: number) => {
    setIsOpen(false);
    report(at);
  };
  const actions = { onSkip: closing(onSkip), onComplete: closing(() => onComplete()) };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Start</Button>
      {isOpen && <Tour steps={TOUR_STEPS} texts={TOUR_TEXTS} {...actions} />}
    </>
  );
}

const stepOf = (title: string) => screen.findByRole('dialog', { name: title });
const expectFocus = (name: string) =>
  waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name })));

test('each step of a tour starts on Next, Escape skips the tour, and the focus returns', async () => {
  const onSkip = vi.fn();
  const person = show(<Started onSkip={onSkip} onComplete={vi.fn()} />);
  await person.tab();
  await person.keyboard('{Enter}');
  const first = await stepOf('Stage a folder');
  expect(first.getAttribute('aria-modal')).toBe('true');
  expect(first.textContent).toContain('Drop it here.1 of 2');
  expect(screen.getByRole('button', { name: 'Previous' }).hasAttribute('disabled')).toBe(true);
  await expectFocus('Next');
  await person.keyboard('{Enter}');
  await stepOf('Share the link');
  await expectFocus('Finish');
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onSkip).toHaveBeenCalledExactlyOnceWith(1);
  await expectFocus('Start');
});

test('a tour goes back, and its last step completes it', async () => {
  const onComplete = vi.fn();
  const person = show(<Started onSkip={vi.fn()} onComplete={onComplete} />);
  await person.click(screen.getByRole('button', { name: 'Start' }));
  await person.click(screen.getByRole('button', { name: 'Next' }));
  await person.click(screen.getByRole('button', { name: 'Previous' }));
  await stepOf('Stage a folder');
  await expectFocus('Next');
  await person.keyboard('{Enter}{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onComplete).toHaveBeenCalledOnce();
  await expectFocus('Start');
});

test('a step whose element is not on the page waits for two seconds, then shows without it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const steps = [{ title: 'Your list', content: 'Here.', type: 'highlight', target: '#list' }] as const;
  render(<Tour steps={steps} texts={TOUR_TEXTS} onSkip={vi.fn()} onComplete={vi.fn()} />);
  vi.advanceTimersByTime(1999);
  expect(screen.queryByRole('dialog')).toBeNull();
  vi.advanceTimersByTime(1);
  expect(screen.getByRole('dialog', { name: 'Your list' })).toBeTruthy();
  vi.useRealTimers();
});

test('a step whose element is hidden, such as the sidebar on a phone, is a dialog at once', async () => {
  const steps = [
    { title: 'Your projects', content: 'Here.', type: 'highlight', target: '#sidebar' },
  ] as const;
  render(
    <>
      <div id="sidebar" hidden />
      <Tour steps={steps} texts={TOUR_TEXTS} onSkip={vi.fn()} onComplete={vi.fn()} />
    </>,
  );
  expect(screen.getByRole('dialog', { name: 'Your projects' })).toBeTruthy();
});
