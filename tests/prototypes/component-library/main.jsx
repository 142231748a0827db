import {
  Accordion,
  Combobox,
  Drawer,
  HoverCard,
  MantineProvider,
  Menu,
  Modal,
  Popover,
  Tabs,
  useCombobox,
} from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Overlays() {
  const [opened, setOpened] = useState(null);
  const close = () => setOpened(null);
  return (
    <>
      <button data-opens="modal" type="button" onClick={() => setOpened('modal')}>
        Invite
      </button>
      <Modal opened={opened === 'modal'} onClose={close} title="Invite people">
        <p data-in="modal">They get an email</p>
      </Modal>
      <button data-opens="drawer" type="button" onClick={() => setOpened('drawer')}>
        Filters
      </button>
      <Drawer opened={opened === 'drawer'} onClose={close} title="All filters">
        <p data-in="drawer">Only open orders</p>
      </Drawer>
    </>
  );
}

function Choice() {
  const combobox = useCombobox();
  return (
    <Combobox store={combobox}>
      <Combobox.Target>
        <button data-opens="combobox" type="button" onClick={() => combobox.toggleDropdown()}>
          Pick a fruit
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options>
          <Combobox.Option value="apple">Apple</Combobox.Option>
          <Combobox.Option value="pear" data-in="combobox">
            Pear
          </Combobox.Option>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function App() {
  return (
    <MantineProvider>
      <h1>Components</h1>
      <Menu>
        <Menu.Target>
          <button data-opens="menu" type="button">
            Options
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>
            <span data-in="menu">Rename</span>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Popover>
        <Popover.Target>
          <button data-opens="popover" type="button">
            Share
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <p data-in="popover">Everyone with the link can look</p>
        </Popover.Dropdown>
      </Popover>
      <HoverCard openDelay={100}>
        <HoverCard.Target>
          <button data-opens="hover-card" type="button">
            Ada
          </button>
        </HoverCard.Target>
        <HoverCard.Dropdown>
          <p data-in="hover-card">Ada Lovelace, London</p>
        </HoverCard.Dropdown>
      </HoverCard>
      <Tabs defaultValue="account" keepMounted={false}>
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
      </Tabs>
      <Accordion>
        <Accordion.Item value="trial">
          <Accordion.Control data-opens="accordion">Is there a trial?</Accordion.Control>
          <Accordion.Panel>
            <p data-in="accordion">Fourteen days</p>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      <Overlays />
      <Choice />
    </MantineProvider>
  );
}

createRoot(document.getElementById('root')).render(<App />);
