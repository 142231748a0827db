import { BADGE_MAX } from '@stagelink/shared/contracts/limits';
import type { MenuItemConstructorOptions } from 'electron';
import type { TraySnapshot } from '../../protocol/engine.ts';

export interface TrayState {
  snapshots: readonly TraySnapshot[];
  unread: number;
  isPaused: boolean;
  isSignedIn: boolean;
}

export interface TrayActs {
  open: (url: string) => void;
  copy: (url: string) => void;
  stageFolder: () => void;
  pause: (isPaused: boolean) => void;
  show: () => void;
  quit: () => void;
}

const SHOWN = 5;
const NAME_SHOWN = 40;

const badge = (unread: number): string => (unread > BADGE_MAX ? `${BADGE_MAX}+` : String(unread));

/** Shortens a name for the menu and escapes access keys. */
function label({ name, unread }: TraySnapshot): string {
  const letters = Array.from(name);
  const short = letters.length > NAME_SHOWN ? `${letters.slice(0, NAME_SHOWN - 1).join('')}…` : name;
  return `${short.replaceAll('&', '&&')}${unread > 0 ? ` (${badge(unread)})` : ''}`;
}

function snapshotItem(snapshot: TraySnapshot, acts: TrayActs): MenuItemConstructorOptions {
  return {
    label: label(snapshot),
    submenu: [
      { label: 'Open', click: () => acts.open(snapshot.url) },
      { label: 'Copy Link', click: () => acts.copy(snapshot.url) },
    ],
  };
}

/** Returns the tray's menu: the latest snapshots, and actions without the window. */
export function trayMenu(state: TrayState, acts: TrayActs): MenuItemConstructorOptions[] {
  const latest = state.snapshots.slice(0, SHOWN).map((snapshot) => snapshotItem(snapshot, acts));
  const nothing: MenuItemConstructorOptions = {
    label: state.isSignedIn ? 'No snapshots yet' : 'Signed out',
    enabled: false,
  };
  return [
    ...(latest.length > 0 ? latest : [nothing]),
    { type: 'separator' },
    { label: 'Stage a Folder…', enabled: state.isSignedIn, click: acts.stageFolder },
    {
      label: 'Pause Auto-Restage',
      type: 'checkbox',
      checked: state.isPaused,
      click: () => acts.pause(!state.isPaused),
    },
    { type: 'separator' },
    { label: 'Show Stagelink', click: acts.show },
    { label: 'Quit', click: acts.quit },
  ];
}

/** Returns the tray's tooltip. */
export const trayTip = ({ unread }: TrayState): string =>
  unread === 0 ? 'Stagelink' : `Stagelink: ${badge(unread)} unread ${unread === 1 ? 'comment' : 'comments'}`;
