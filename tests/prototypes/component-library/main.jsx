import { Accordion } from '@base-ui/react/accordion';
import { Dialog } from '@base-ui/react/dialog';
import { Menu } from '@base-ui/react/menu';
import { Popover } from '@base-ui/react/popover';
import { PreviewCard } from '@base-ui/react/preview-card';
import { Select } from '@base-ui/react/select';
import { Tabs } from '@base-ui/react/tabs';
import { createRoot } from 'react-dom/client';

/** A popup beside its trigger, in a portal at the end of the page. */
const Floating = ({ of: Kind, children }) => (
  <Kind.Portal>
    <Kind.Positioner sideOffset={8}>
      <Kind.Popup className="popup">{children}</Kind.Popup>
    </Kind.Positioner>
  </Kind.Portal>
);

/** A dialog over the page. */
const Overlay = ({ kind, action, title, children }) => (
  <Dialog.Root>
    <Dialog.Trigger data-opens={kind}>{action}</Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className={`popup ${kind}`}>
        <Dialog.Title>{title}</Dialog.Title>
        <p data-in={kind}>{children}</p>
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);

function App() {
  return (
    <main>
      <h1>Components</h1>
      <Menu.Root>
        <Menu.Trigger data-opens="menu">Options</Menu.Trigger>
        <Floating of={Menu}>
          <Menu.Item>
            <span data-in="menu">Rename</span>
          </Menu.Item>
        </Floating>
      </Menu.Root>
      <Popover.Root>
        <Popover.Trigger data-opens="popover">Share</Popover.Trigger>
        <Floating of={Popover}>
          <p data-in="popover">Everyone with the link can look</p>
        </Floating>
      </Popover.Root>
      <PreviewCard.Root>
        <PreviewCard.Trigger data-opens="hover-card" delay={100} href="#ada">
          Ada
        </PreviewCard.Trigger>
        <Floating of={PreviewCard}>
          <p data-in="hover-card">Ada Lovelace, London</p>
        </Floating>
      </PreviewCard.Root>
      <Tabs.Root defaultValue="account">
        <Tabs.List>
          <Tabs.Tab value="account">Account</Tabs.Tab>
          <Tabs.Tab value="password" data-opens="tab">
            Password
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="account">Your account</Tabs.Panel>
        <Tabs.Panel value="password">
          <p data-in="tab">Change it monthly</p>
        </Tabs.Panel>
      </Tabs.Root>
      <Accordion.Root>
        <Accordion.Item value="trial">
          <Accordion.Header>
            <Accordion.Trigger data-opens="accordion">Is there a trial?</Accordion.Trigger>
          </Accordion.Header>
          <Accordion.Panel>
            <p data-in="accordion">Fourteen days</p>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion.Root>
      <Overlay kind="modal" action="Invite" title="Invite people">
        They get an email
      </Overlay>
      <Overlay kind="drawer" action="Filters" title="All filters">
        Only open orders
      </Overlay>
      <Select.Root defaultValue="apple">
        <Select.Trigger data-opens="combobox">Pick a fruit</Select.Trigger>
        <Floating of={Select}>
          <Select.Item value="apple">Apple</Select.Item>
          <Select.Item value="pear" data-in="combobox">
            Pear
          </Select.Item>
        </Floating>
      </Select.Root>
    </main>
  );
}

createRoot(document.getElementById('root')).render(<App />);
