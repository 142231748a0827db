import { app, Menu, type MenuItemConstructorOptions } from 'electron';

export interface MenuActs {
  addFolder: () => void;
  showFolders: () => void;
  preferences: () => void;
}

const isMac = process.platform === 'darwin';

/** Menu of the window: system items and ours. */
function appMenu(acts: MenuActs, isDevelopment: boolean): MenuItemConstructorOptions[] {
  const preferences: MenuItemConstructorOptions = {
    label: 'Preferences…',
    accelerator: 'CommandOrControl+,',
    click: acts.preferences,
  };
  const own: MenuItemConstructorOptions = {
    label: app.name,
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      preferences,
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      { label: 'Add Folder…', accelerator: 'CommandOrControl+O', click: acts.addFolder },
      { type: 'separator' },
      ...(isMac ? [] : [preferences, { type: 'separator' as const }]),
      { role: 'close' },
      ...(isMac ? [] : [{ role: 'quit' as const }]),
    ],
  };
  const development: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    { role: 'toggleDevTools' },
    { type: 'separator' },
  ];
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      { label: 'Folders', accelerator: 'CommandOrControl+1', click: acts.showFolders },
      { type: 'separator' },
      ...(isDevelopment ? development : []),
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  };
  return [...(isMac ? [own] : []), file, { role: 'editMenu' }, view, { role: 'windowMenu' }];
}

export function setMenu(acts: MenuActs): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(acts, !app.isPackaged)));
}
