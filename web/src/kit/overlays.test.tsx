import { NetworkError } from '@stagelink/shared/client/call';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { useFormSubmit } from '../lib/useFormSubmit.ts';
import { veil } from '../testing/veil.ts';
import { Button } from './Button.tsx';
import { ConfirmByTyping } from './ConfirmByTyping.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { Drawer } from './Drawer.tsx';
import { FormDialog } from './FormDialog.tsx';
import { Menu, MenuGroup, MenuItem, MenuLink, MenuRadioItems, MenuSwitch } from './Menu.tsx';
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

test('a press that begins in a dialog and ends beside it leaves the dialog open', async () => {
  const onClose = vi.fn();
  const person = show(
    <Dialog title="Size" onClose={onClose}>
      <input aria-label="Width" />
    </Dialog>,
  );
  const target = await screen.findByRole('textbox', { name: 'Width' });
  await person.pointer([{ keys: '[MouseLeft>]', target }, { target: veil() }, { keys: '[/MouseLeft]' }]);
  expect(onClose).not.toHaveBeenCalled();
});

test('Escape closes the dialog above first', async () => {
  const person = show(
    <Opener>
      {(close) => (
        <Dialog title="Below" onClose={close}>
          Text
        </Dialog>
      )}
    </Opener>,
  );
  await person.click(opener());
  await screen.findByRole('dialog', { name: 'Below' });
  const onClose = vi.fn();
  render(
    <Dialog title="Above" onClose={onClose}>
      Text
    </Dialog>,
  );
  const above = await screen.findByRole('dialog', { name: 'Above' });
  await waitFor(() => expect(above.contains(focused())).toBe(true));
  await person.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.queryByText('Below')).not.toBeNull();
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

test('a menu starts on its first item; Home, End, the arrow keys and letters move in it', async () => {
  const person = show(
    <Menu widthPx={200} trigger={<Button>More</Button>}>
      {['Copy', 'Rename', 'Delete', 'Details'].map((label) => (
        <MenuItem key={label} icon={Trash2} onSelect={vi.fn()}>
          {label}
        </MenuItem>
      ))}
    </Menu>,
  );
  const isOn = (name: string) =>
    waitFor(() => expect(focused()).toBe(screen.getByRole('menuitem', { name })));
  await person.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('menu', { name: 'More' });
  await isOn('Copy');
  await person.keyboard('{ArrowDown}');
  await isOn('Rename');
  await person.keyboard('{End}');
  await isOn('Details');
  await person.keyboard('{ArrowDown}');
  await isOn('Copy');
  // Letters far apart, as on a busy machine, would each start anew.
  for (const key of 'det') fireEvent.keyDown(screen.getByRole('menuitem', { name: 'Copy' }), { key });
  await isOn('Details');
  await person.keyboard('{Home}');
  await isOn('Copy');
});

test('the button of a menu opens it with the arrow key and closes it when pressed again', async () => {
  const person = show(
    <Menu widthPx={200} trigger={<Button>More</Button>}>
      <MenuItem icon={Trash2} onSelect={vi.fn()}>
        Delete
      </MenuItem>
    </Menu>,
  );
  const trigger = screen.getByRole('button', { name: 'More' });
  await person.tab();
  await person.keyboard('{ArrowDown}');
  await screen.findByRole('menu', { name: 'More' });
  await person.click(trigger);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(trigger.getAttribute('aria-expanded')).toBe('false');
  expect(focused()).toBe(trigger);
});

test('a dialog opened from a menu returns the focus to the button of the menu', async () => {
  const Renaming = () => {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <Menu widthPx={200} trigger={<Button>More</Button>}>
          <MenuItem icon={Trash2} onSelect={() => setIsOpen(true)}>
            Rename
          </MenuItem>
        </Menu>
        {isOpen && (
          <Dialog title="Rename" onClose={() => setIsOpen(false)}>
            <input aria-label="Name" data-autofocus />
          </Dialog>
        )}
      </>
    );
  };
  const person = show(<Renaming />);
  await person.tab();
  await person.keyboard('{Enter}');
  await screen.findByRole('menuitem', { name: 'Rename' });
  await person.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe(screen.getByRole('textbox', { name: 'Name' })));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'More' })));
});

test('a switch and a link of a menu have their roles and names', async () => {
  const onPins = vi.fn();
  const person = show(
    <Menu isRow trigger={<Button>View</Button>}>
      <MenuSwitch label="Pins" icon="P" isOn onSelect={onPins} />
      <MenuGroup title="Export as">
        <MenuLink href="/export">JSON</MenuLink>
      </MenuGroup>
    </Menu>,
  );
  await person.click(screen.getByRole('button', { name: 'View' }));
  const menu = await screen.findByRole('menu', { name: 'View' });
  expect(menu.getAttribute('aria-orientation')).toBe('horizontal');
  const link = screen.getByRole('menuitem', { name: 'JSON' });
  expect(screen.getByRole('group', { name: 'Export as' }).contains(link)).toBe(true);
  await waitFor(() =>
    expect(focused()).toBe(screen.getByRole('menuitemcheckbox', { name: 'Pins', checked: true })),
  );
  await person.keyboard('{ArrowRight}');
  await waitFor(() => expect(focused()).toBe(link));
  await person.click(await screen.findByRole('menuitemcheckbox', { name: 'Pins' }));
  expect(onPins).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
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
      <input aria-label="Name" onKeyDown={(event) => event.stopPropagation()} />
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
  const [remove, onCancel] = [vi.fn().mockRejectedValueOnce(new NetworkError('Not now.')), vi.fn()];
  function Deletion() {
    const sending = useFormSubmit('It was not deleted.');
    return (
      <ConfirmByTyping
        sending={sending}
        title="Delete it?"
        typeLabel="Type DELETE"
        action="Delete for good"
        onConfirm={async () => void (await sending.run(remove))}
        onCancel={onCancel}
      >
        <p>All of it goes.</p>
      </ConfirmByTyping>
    );
  }
  const person = show(<Deletion />);
  await screen.findByText('All of it goes.');
  await person.click(await screen.findByRole('button', { name: 'Continue' }));
  const word = await screen.findByRole('textbox', { name: 'Type DELETE' });
  await waitFor(() => expect(focused()).toBe(word));
  await person.type(word, 'DELETE{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Not now.');
  expect(onCancel).not.toHaveBeenCalled();
  await person.type(word, '?{Enter}');
  expect(remove).toHaveBeenCalledTimes(1);
  expect(onCancel).toHaveBeenCalledTimes(1);
});
