import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { autostartEntry, HIDDEN } from './autostart.ts';

/** Starts the companion with the person's session, or no more. */
export function openAtLogin(opensAtLogin: boolean): void {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: opensAtLogin, args: [HIDDEN] });
    return;
  }
  const file = path.join(app.getPath('appData'), 'autostart', 'stagelink.desktop');
  if (!opensAtLogin) return rmSync(file, { force: true });
  mkdirSync(path.dirname(file), { recursive: true });
  // An AppImage runs from a place that is new with every start.
  writeFileSync(file, autostartEntry(process.env['APPIMAGE'] ?? process.execPath));
}
