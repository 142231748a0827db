import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useFormSubmit } from '../lib/useFormSubmit.ts';
import { Alert } from './Alert.tsx';
import { AuthBackdrop } from './AuthBackdrop.tsx';
import { Badge } from './Badge.tsx';
import { BarChart } from './BarChart.tsx';
import { Button } from './Button.tsx';
import { Checkbox, CheckboxField } from './Checkbox.tsx';
import { CheckboxGroup } from './CheckboxGroup.tsx';
import { CloseButton } from './CloseButton.tsx';
import { Combobox } from './Combobox.tsx';
import { ConfirmByTyping } from './ConfirmByTyping.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { DialogActions } from './DialogActions.tsx';
import { Drawer } from './Drawer.tsx';
import { EditableRow } from './EditableRow.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Field } from './Field.tsx';
import { Form } from './Form.tsx';
import { FormDialog } from './FormDialog.tsx';
import { IconButton } from './IconButton.tsx';
import { Kbd } from './Kbd.tsx';
import { KeyHints } from './KeyHints.tsx';
import { KeyList } from './KeyList.tsx';
import { LazyPart } from './LazyPart.tsx';
import { Line } from './layout/Line.tsx';
import { LinkedText } from './LinkedText.tsx';
import { Stack } from './layout/Stack.tsx';
import { Text } from './layout/Text.tsx';
import { List } from './List.tsx';
import { Loading } from './Loading.tsx';
import { Logo } from './Logo.tsx';
import {
  Menu,
  MenuDivider,
  MenuGroup,
  MenuItem,
  MenuLink,
  MenuNote,
  MenuRadioItems,
  MenuSwitch,
} from './Menu.tsx';
import { MultiSelect } from './MultiSelect.tsx';
import { Notice } from './Notice.tsx';
import { CommandDialog } from './CommandDialog.tsx';
import { PasswordField } from './PasswordField.tsx';
import { Popover } from './Popover.tsx';
import { Picture } from './Picture.tsx';
import { ProductPicture } from './ProductPicture.tsx';
import { Progress } from './Progress.tsx';
import { Providers } from './Providers.tsx';
import { QuickAction } from './QuickAction.tsx';
import { RadioGroup } from './RadioGroup.tsx';
import { Row, Rows } from './Rows.tsx';
import { Section } from './Section.tsx';
import { SegmentedControl } from './SegmentedControl.tsx';
import { Select } from './Select.tsx';
import { Skeleton, SkeletonLines } from './Skeleton.tsx';
import { CodeBox } from './CodeBox.tsx';
import { TextButton } from './TextButton.tsx';
import { Strip } from './Strip.tsx';
import { Switch } from './Switch.tsx';
import { Tabs } from './Tabs.tsx';
import { TagsInput } from './TagsInput.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';
import { ToastAction } from './ToastAction.tsx';
import { Toasts } from './Toasts.tsx';
import { Tour } from './Tour.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const ignore = () => {};
const succeed = () => Promise.resolve(true);
const OPTIONS = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
] as const;

function SampleForm() {
  const sending = useFormSubmit('The name was not saved.');
  return (
    <Form sending={sending} action="Save" onSubmit={ignore} onCancel={ignore}>
      <TextField label="Name" value="" onChange={ignore} />
    </Form>
  );
}

function SampleDeletion() {
  return (
    <ConfirmByTyping
      sending={useFormSubmit('The account was not deleted.')}
      title="Delete the account"
      typeLabel="Type DELETE"
      action="Delete"
      onConfirm={() => Promise.resolve()}
      onCancel={ignore}
    >
      <p>All of it is gone.</p>
    </ConfirmByTyping>
  );
}

/** Each component of the kit as it is used, by the name of its file. */
const SAMPLES: Record<string, ReactNode> = {
  Alert: <Alert>The name is taken.</Alert>,
  AuthBackdrop: <AuthBackdrop>Sign in</AuthBackdrop>,
  Badge: <Badge>Pro</Badge>,
  BarChart: (
    <BarChart label="Registrations" unit="users" data={[{ label: 'May', value: 3 }]} onOpen={ignore} />
  ),
  Button: (
    <>
      <Button>Save</Button>
      <Button isLoading>Saving</Button>
      <Button disabled>Delete</Button>
    </>
  ),
  Checkbox: (
    <>
      <Checkbox label="Select all" checked="some" onToggle={ignore} />
      <CheckboxField label="Mentions" description="By email" isOn onChange={ignore} />
    </>
  ),
  CheckboxGroup: (
    <CheckboxGroup label="Reviewers" error="Choose at least one.">
      <CheckboxField label="Grace" isOn={false} onChange={ignore} />
    </CheckboxGroup>
  ),
  CloseButton: <CloseButton />,
  Combobox: (
    <Combobox
      label="Project"
      placeholder="Choose"
      emptyText="No projects"
      options={OPTIONS}
      value="one"
      onChange={ignore}
      onTyped={ignore}
    />
  ),
  CommandDialog: (
    <CommandDialog
      title="Commands"
      label="Search"
      listLabel="Results"
      maxLength={10}
      text=""
      groups={[{ label: 'Go to', items: [{ id: 'home', label: 'Home' }] }]}
      onText={ignore}
      onFocus={ignore}
      onRun={ignore}
      onEnter={ignore}
      onClose={ignore}
      renderItem={({ label }) => label}
    >
      Footer
    </CommandDialog>
  ),
  ConfirmByTyping: <SampleDeletion />,
  ConfirmDialog: (
    <ConfirmDialog title="Delete" text="It is gone." action="Delete" onConfirm={succeed} onClose={ignore} />
  ),
  Dialog: (
    <Dialog title="Details" onClose={ignore}>
      <p>Version 2</p>
    </Dialog>
  ),
  DialogActions: (
    <DialogActions>
      <Button>Save</Button>
    </DialogActions>
  ),
  Drawer: (
    <Drawer title="Activity" isOpen onClose={ignore}>
      <p>Nothing yet</p>
    </Drawer>
  ),
  EditableRow: (
    <Rows>
      <EditableRow label="Name" value="Ada" act={{ label: 'Change', name: 'Change name' }}>
        {() => null}
      </EditableRow>
    </Rows>
  ),
  EmptyState: <EmptyState title="No snapshots yet" hint="Stage a folder to begin." />,
  ErrorPage: <ErrorPage message="The page cannot be loaded." error={null} onRetry={ignore} />,
  ErrorState: <ErrorState message="The list cannot be loaded." error={null} onRetry={ignore} />,
  Field: (
    <Field label="Day" error="Choose a day.">
      {(control) => <input type="date" {...control} />}
    </Field>
  ),
  Form: <SampleForm />,
  FormDialog: (
    <FormDialog title="Rename" action="Save" onSubmit={succeed} onClose={ignore}>
      <TextField label="Name" value="" onChange={ignore} />
    </FormDialog>
  ),
  IconButton: (
    <IconButton label="Delete">
      <Trash2 />
    </IconButton>
  ),
  Kbd: <Kbd>C</Kbd>,
  KeyHints: <KeyHints hints={[{ keys: ['Enter'], act: 'Open' }]} />,
  KeyList: <KeyList rows={[{ label: 'Comment', keys: ['C'] }]} />,
  LazyPart: <LazyPart>Loaded</LazyPart>,
  Line: (
    <Line gap="small" align="center" isWrapping isSpread>
      <Button>Allow</Button>
      <Button>Cancel</Button>
    </Line>
  ),
  List: (
    <List label="Sessions" items={['This browser']} loading="Loading sessions" failed={null}>
      {(name) => <li key={name}>{name}</li>}
    </List>
  ),
  LinkedText: (
    <p>
      <LinkedText text={`Full. Upgrade at ${window.location.origin}/pricing.`} />
    </p>
  ),
  Loading: <Loading />,
  Logo: <Logo title="Stagelink" />,
  Menu: (
    <Menu trigger={<Button>More</Button>} widthPx={200}>
      <MenuNote>Version 2</MenuNote>
      <MenuItem icon={Trash2} isDanger onSelect={ignore}>
        Delete
      </MenuItem>
      <MenuDivider />
      <MenuRadioItems title="Order" options={OPTIONS} value="one" onChange={ignore} />
      <MenuGroup title="Comments">
        <MenuSwitch label="Show pins" isOn onSelect={ignore} />
        <MenuLink href="/comments.csv">CSV</MenuLink>
      </MenuGroup>
    </Menu>
  ),
  MultiSelect: <MultiSelect label="Tags" options={['draft']} value={['draft']} onChange={ignore} />,
  Notice: (
    <Notice title="Two folders differ" hint="Choose one.">
      <Button>Choose</Button>
    </Notice>
  ),
  PasswordField: <PasswordField label="Password" value="" onChange={ignore} />,
  Popover: (
    <Popover trigger={<Button>Filters</Button>} widthPx={200} isOpen onOpenChange={ignore}>
      <Button>Clear</Button>
    </Popover>
  ),
  Picture: <Picture name="dot.png" url="/dot.png" className={undefined} />,
  ProductPicture: <ProductPicture name="viewer" alt="The viewer" className={undefined} />,
  Progress: (
    <>
      <Progress label="Uploading" value={0.4} />
      <Progress label="Building" value={null} />
      <Progress label="1 of 2 responded" value={1} max={2} tone="good" />
    </>
  ),
  QuickAction: <QuickAction icon={Trash2} label="Delete" act={succeed} />,
  RadioGroup: (
    <RadioGroup
      label="Emails"
      options={OPTIONS.map((option) => ({ ...option, description: 'By email' }))}
      value="one"
      onChange={ignore}
    />
  ),
  Rows: (
    <Rows>
      <Row label="Email">ada@example.com</Row>
    </Rows>
  ),
  Section: <Section title="Account">Ada</Section>,
  SegmentedControl: <SegmentedControl label="View" options={OPTIONS} value="one" onChange={ignore} />,
  Select: <Select label="Status" options={OPTIONS} value="one" onChange={ignore} />,
  Skeleton: (
    <>
      <Skeleton heightPx={40} />
      <SkeletonLines label="Loading" widths={[60, 100]} />
    </>
  ),
  TextButton: <TextButton>Resend</TextButton>,
  CodeBox: <CodeBox>stl_pat_1</CodeBox>,
  Stack: (
    <Stack gap="large">
      <TextField label="Name" value="" onChange={ignore} />
    </Stack>
  ),
  Strip: <Strip label="Review">By 30 November</Strip>,
  Switch: <Switch label="Public" isOn onChange={ignore} />,
  Tabs: (
    <>
      <Tabs
        id="tabs"
        label="Panels"
        panels={[
          { name: 'comments', title: 'Comments' },
          { name: 'details', title: 'Details' },
        ]}
        shown="comments"
        onShow={ignore}
      />
      <div role="tabpanel" id="tabs-panel" aria-labelledby="tabs-comments" />
    </>
  ),
  TagsInput: (
    <TagsInput
      label="Tags"
      description="At most five"
      options={['draft']}
      maxTags={5}
      maxLength={20}
      value={['final']}
      onChange={ignore}
      typed=""
      onTyped={ignore}
    />
  ),
  Text: (
    <>
      <Text as="h1" size="title">
        Houses
      </Text>
      <Text tone="danger" role="alert" isStrong isCode isTruncated>
        npm run build failed.
      </Text>
    </>
  ),
  TextArea: <TextArea label="Message" error="Write a message." value="" onChange={ignore} />,
  TextField: <TextField label="Name" description="Shown to reviewers" value="" onChange={ignore} />,
  ToastAction: <ToastAction message="Deleted" about="Checkout" label="Undo" act={ignore} />,
  Toasts: <Toasts />,
  Tour: (
    <Tour
      steps={[{ title: 'Welcome', content: 'Stage a folder.', type: 'modal' }]}
      texts={{ skip: 'Skip', previous: 'Previous', next: 'Next', finish: 'Finish', progress: () => '1 of 1' }}
      onSkip={ignore}
      onComplete={ignore}
    />
  ),
  VisuallyHidden: <VisuallyHidden>Loaded</VisuallyHidden>,
};

/** They load when they open. */
const DIALOGS = new Set([
  'CommandDialog',
  'ConfirmByTyping',
  'ConfirmDialog',
  'Dialog',
  'Drawer',
  'FormDialog',
  'Tour',
]);

afterEach(() => axe.reset());

/** The rules that a component can keep by itself: the rest needs a page, or colors that are drawn. */
async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document.body, {
    rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    resultTypes: ['violations'],
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test.each(Object.entries(SAMPLES))('%s is accessible', async (name, sample) => {
  // A tour is complete after a microtask.
  await act(async () => render(<Providers>{sample}</Providers>));
  for (const button of screen.queryAllByRole('button', { expanded: false })) await userEvent.click(button);
  if (DIALOGS.has(name)) await screen.findByRole('dialog');
  for (const trigger of document.querySelectorAll('[aria-controls]'))
    await waitFor(() =>
      expect(document.getElementById(trigger.getAttribute('aria-controls') ?? '')).not.toBeNull(),
    );
  expect(await violations()).toEqual([]);
});

test('every component of the kit is checked', () => {
  const files = Object.keys(import.meta.glob(['./*.tsx', './layout/*.tsx']))
    .filter((file) => !file.includes('.test.'))
    .map((file) => file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length))
    .filter((name) => /^[A-Z]/.test(name));
  expect([...Object.keys(SAMPLES), 'Providers'].toSorted()).toEqual(files.toSorted());
});
