import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { type TrayActs, trayMenu, type TrayState, trayTip } from './trayMenu.ts';

const snapshot = (name: string, unread = 0) => ({
  id: name,
  name,
  url: `https://stage.example/s/${name}`,
  unread,
});

function open(state: Partial<TrayState>) {
  const done: string[] = [];
  const acts: TrayActs = {
    open: (url) => done.push(`open ${url}`),
    copy: (url) => done.push(`copy ${url}`),
    stageFolder: () => done.push('stage'),
    pause: (isPaused) => done.push(`pause ${isPaused}`),
    show: () => done.push('show'),
    quit: () => done.push('quit'),
  };
  const items = trayMenu({ snapshots: [], unread: 0, isPaused: false, isSignedIn: true, ...state }, acts);
  const choose = (label: string, within: MenuItemConstructorOptions[] = items) =>
    (within.find((item) => item.label === label)?.click as (() => void) | undefined)?.();
  return { items, labels: items.flatMap(({ label }) => label ?? []), done, choose };
}

test('the five latest snapshots come first, with what is unread', () => {
  const { labels } = open({
    snapshots: [
      snapshot('One', 3),
      snapshot('Two'),
      snapshot('Three', 120),
      ...['4', '5', '6'].map((name) => snapshot(name)),
    ],
  });
  expect(labels).toEqual([
    'One (3)',
    'Two',
    'Three (99+)',
    '4',
    '5',
    'Stage a Folder…',
    'Pause Auto-Restage',
    'Show Stagelink',
    'Quit',
  ]);
});

test('each snapshot is opened, and its link copied', () => {
  const { items, done, choose } = open({ snapshots: [snapshot('One')] });
  const submenu = items[0]?.submenu as MenuItemConstructorOptions[];
  choose('Open', submenu);
  choose('Copy Link', submenu);
  expect(done).toEqual(['open https://stage.example/s/One', 'copy https://stage.example/s/One']);
});

test('a name with menu syntax is shown as written', () => {
  const { labels } = open({ snapshots: [snapshot('Terms & &Quit'), snapshot('🎨'.repeat(60))] });
  expect(labels[0]).toBe('Terms && &&Quit');
  expect(labels[1]).toBe(`${'🎨'.repeat(39)}…`);
});

test('pausing turns into resuming', () => {
  const paused = open({ isPaused: true });
  paused.choose('Pause Auto-Restage');
  expect(paused.done).toEqual(['pause false']);
  expect(paused.items.find(({ label }) => label === 'Pause Auto-Restage')?.checked).toBe(true);
});

test('staging is disabled while signed out', () => {
  const { items, labels } = open({ isSignedIn: false });
  expect(labels[0]).toBe('Signed out');
  expect(items.find(({ label }) => label === 'Stage a Folder…')?.enabled).toBe(false);
  expect(open({}).labels[0]).toBe('No snapshots yet');
});

test('the tooltip of the tray counts what is unread', () => {
  const state = { snapshots: [], isPaused: false, isSignedIn: true };
  expect(trayTip({ ...state, unread: 0 })).toBe('Stagelink');
  expect(trayTip({ ...state, unread: 1 })).toBe('Stagelink: 1 unread comment');
  expect(trayTip({ ...state, unread: 2 })).toBe('Stagelink: 2 unread comments');
});
