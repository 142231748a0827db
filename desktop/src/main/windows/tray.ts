import { Menu, nativeImage, type NativeImage, Tray } from 'electron';
import colour from './icons/tray.png?inline';
import colour2x from './icons/tray@2x.png?inline';
import template from './icons/trayTemplate.png?inline';
import template2x from './icons/trayTemplate@2x.png?inline';
import { type TrayActs, trayMenu, type TrayState, trayTip } from './trayMenu.ts';

function icon(): NativeImage {
  const isMac = process.platform === 'darwin';
  const image = nativeImage.createFromDataURL(isMac ? template : colour);
  image.addRepresentation({ scaleFactor: 2, dataURL: isMac ? template2x : colour2x });
  // macOS draws it in the color of the menu bar.
  image.setTemplateImage(isMac);
  return image;
}

export interface TrayIcon {
  update: (state: TrayState) => void;
}

/** Creates the tray icon, which remains while the window is closed. */
export function createTray(acts: TrayActs): TrayIcon {
  const tray = new Tray(icon());
  // On a Mac a click opens the menu.
  if (process.platform !== 'darwin') tray.on('click', acts.show);
  return {
    update(state) {
      tray.setToolTip(trayTip(state));
      tray.setContextMenu(Menu.buildFromTemplate(trayMenu(state, acts)));
    },
  };
}
