import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { veil } from '../testing/veil.ts';
import { Button } from './Button.tsx';
import { ConfirmByTyping } from './ConfirmByTyping.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { Drawer, KEEPS_ESCAPE } from './Drawer.tsx';
import { FormDialog } from './FormDialog.tsx';
import { Menu, MenuItem, MenuRadioItems } from './Menu.tsx';
import { Popover } from './Popover.tsx';
import { Providers } from './Providers.tsx';
import { SegmentedControl } from './SegmentedControl.tsx';

const show = (children: ReactNode) => {
  render(<Providers>{children}</Providers>);
  return userEvent.setup();
};

/** A button that opens what `children` makes. */
function Opener({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
}

const opener = () => screen.getByRole('button', { name: 'Open' });
const focused = () => document.activeElement;

test('a dialog takes the focus, Escape closes it, and the focus returns', async () => {
  const person = show(
    <Opener>
      {(close) => (
        <Dialog title="Size" onClose={close}>
          <input aria-label="Width" data-autofocus />
        </Dialog>
      )}
    </Opener>,
  );
  await person.click(opener());
  const dialog = await screen.findByRole('dialog', { name: 'Size' });
  await waitFor(() => expect(focused()).toBe(screen.getByRole('textbox', { name: 'Width' })));
  expect(dialog.contains(focused())).toBe(true);
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(focused()).toBe(opener()));
});

test('a click beside a dialog closes it, unless something was filled in there', async () => {
  const onClose = vi.fn();
  const person = show(
    <Dialog title="Size" onClose={onClose}>
      Text
    </Dialog>,
  );
  await screen.findByRole('dialog', { name: 'Size' });
  await person.click(veil());
  expect(onClose).toHaveBeenCalledOnce();
});

test('a click beside a form keeps it, Enter sends it, and it stays when that failed', async () => {
  const onSubmit = vi.fn(() => Promise.resolve(false));
  const onClose = vi.fn();
  const person = show(
    <FormDialog title="Rename" action="Save" onSubmit={onSubmit} onClose={onClose}>
      <input aria-label="Name" data-autofocus />
    </FormDialog>,
  );
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await person.click(veil());
  expect(onClose).not.toHaveBeenCalled();
  await person.type(name, 'Shop{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('Escape keeps what was typed into a form: it leads to Cancel, and closes the form from there', async () => {
  const onClose = vi.fn();
  const person = show(
    <FormDialog title="Rename" action="Save" onSubmit={() => Promise.resolve(true)} onClose={onClose}>
      <input aria-label="Name" data-autofocus />
    </FormDialog>,
  );
  await person.type(await screen.findByRole('textbox', { name: 'Name' }), 'Shop{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(focused()).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await person.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a form without input is closed by Escape', async () => {
  const onClose = vi.fn();
  const person = show(
    <FormDialog title="Rename" action="Save" onSubmit={() => Promise.resolve(true)} onClose={onClose}>
      <input aria-label="Name" data-autofocus />
    </FormDialog>,
  );
  await person.click(await screen.findByRole('textbox', { name: 'Name' }));
  await person.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a confirmation starts on Cancel, and cannot be closed while it is being done', async () => {
  let finish = (): void => undefined;
  const onClose = vi.fn();
  const onConfirm = () => new Promise<boolean>((resolve) => (finish = () => resolve(true)));
  const person = show(
    <ConfirmDialog
      title="Delete Shop?"
      text="For good."
      action="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  );
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Cancel' })));
  await person.tab();
  await person.keyboard('{Enter}');
  const button = await screen.findByRole('button', { name: 'Delete', busy: true });
  expect(focused()).toBe(button);
  await person.keyboard('{Escape}');
  await person.click(veil());
  expect(onClose).not.toHaveBeenCalled();
  finish();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('a menu is opened, walked and left from the keyboard', async () => {
  const onDelete = vi.fn();
  const onSort = vi.fn();
  const person = show(
    <Menu widthPx={200} trigger={<Button>More</Button>}>
      <MenuRadioItems
        options={[
          { value: 'name', label: 'Name' },
          { value: 'age', label: 'Age' },
        ]}
        value="name"
        onChange={onSort}
      />
      <MenuItem isDanger icon={Trash2} onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>,
  );
  await person.tab();
  await person.keyboard('{Enter}');
  expect((await screen.findByRole('menuitemradio', { name: 'Name' })).getAttribute('aria-checked')).toBe(
    'true',
  );
  await waitFor(() => expect(screen.getByRole('menu').contains(focused())).toBe(true));
  await person.keyboard('{End}');
  await waitFor(() => expect(focused()).toBe(screen.getByRole('menuitem', { name: 'Delete' })));
  await person.keyboard('{Enter}');
  expect(onDelete).toHaveBeenCalledOnce();
  const trigger = screen.getByRole('button', { name: 'More' });
  await waitFor(() => expect(focused()).toBe(trigger));

  await person.keyboard('{Enter}');
  await person.click(await screen.findByRole('menuitemradio', { name: 'Age' }));
  expect(onSort).toHaveBeenCalledExactlyOnceWith('age');

  await person.keyboard('{Enter}');
  await screen.findByRole('menu');
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(focused()).toBe(trigger));
});

test('a popover takes the focus and gives it back', async () => {
  const person = show(
    <Popover widthPx={200} trigger={<Button>Filter</Button>}>
      <input aria-label="Tag" />
    </Popover>,
  );
  await person.tab();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe(screen.getByRole('textbox', { name: 'Tag' })));
  expect(screen.getByRole('dialog', { name: 'Filter' })).toBeDefined();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Filter' })));
});

test('Escape closes a drawer, unless what has the focus keeps that key', async () => {
  const onClose = vi.fn();
  const person = show(
    <Drawer title="Menu" isOpen onClose={onClose}>
      <input aria-label="Name" {...KEEPS_ESCAPE} />
      <input aria-label="Search" />
    </Drawer>,
  );
  await person.click(await screen.findByRole('textbox', { name: 'Name' }));
  await person.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await person.click(screen.getByRole('textbox', { name: 'Search' }));
  await person.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('the arrow keys choose in a segmented control', async () => {
  const onChange = vi.fn();
  const person = show(
    <SegmentedControl
      label="Appearance"
      options={[
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
      value="light"
      onChange={onChange}
    />,
  );
  await person.tab();
  expect(focused()).toBe(screen.getByRole('radio', { name: 'Light' }));
  await person.keyboard('{ArrowRight}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('dark');
});

test('a deletion confirmed by typing needs the word, says why it failed, and another word cancels it', async () => {
  const [onConfirm, onCancel] = [vi.fn().mockResolvedValueOnce('Not now.'), vi.fn()];
  const person = show(
    <ConfirmByTyping
      title="Delete it?"
      typeLabel="Type DELETE"
      action="Delete for good"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>All of it goes.</p>
    </ConfirmByTyping>,
  );
  await screen.findByText('All of it goes.');
  await person.click(await screen.findByRole('button', { name: 'Continue' }));
  const word = await screen.findByRole('textbox', { name: 'Type DELETE' });
  await waitFor(() => expect(focused()).toBe(word));
  await person.type(word, 'DELETE{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Not now.');
  expect(onCancel).not.toHaveBeenCalled();
  await person.type(word, '?{Enter}');
  expect(onConfirm).toHaveBeenCalledTimes(1);
  expect(onCancel).toHaveBeenCalledTimes(1);
});
