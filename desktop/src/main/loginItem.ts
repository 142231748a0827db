import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { autostartEntry, HIDDEN } from './autostart.ts';

/** Starts the companion at login, or stops doing so. */
export function openAtLogin(opensAtLogin: boolean): void {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: opensAtLogin, args: [HIDDEN] });
    return;
  }
  const file = path.join(app.getPath('appData'), 'autostart', 'stagelink.desktop');
  if (!opensAtLogin) return rmSync(file, { force: true });
  mkdirSync(path.dirname(file), { recursive: true });
  // An AppImage runs from a new path at every start.
  writeFileSync(file, autostartEntry(process.env['APPIMAGE'] ?? process.execPath));
}

/** Whether the system started this companion at login. A Mac passes no arguments to what it opens. */
export const isStartedAtLogin = (): boolean =>
  process.argv.includes(HIDDEN) ||
  (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
