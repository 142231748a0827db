import path from 'node:path';
import { app } from 'electron';
import electronUpdater from 'electron-updater';
import type { About } from '../protocol/window.ts';
import { logger } from './log.ts';
import { isUpdateSafe } from './updateSource.ts';

export interface Updates {
  about: () => About;
  restart: () => void;
}

const DAY = 24 * 60 * 60_000;

/** Checks daily for a newer version at the package's update URL; a build without one does not update. */
export function watchUpdates(onChange: (about: About) => void, beforeRestart: () => Promise<void>): Updates {
  const version = app.getVersion();
  let update: string | null = null;
  const about = (): About => ({ version, update });
  if (!app.isPackaged || !isUpdateSafe(path.join(process.resourcesPath, 'app-update.yml')))
    return { about, restart: () => {} };

  const { autoUpdater } = electronUpdater;
  autoUpdater.logger = logger;
  autoUpdater.on('update-downloaded', (found) => {
    update = found.version;
    onChange(about());
  });
  // A failed check is retried the next day.
  autoUpdater.on('error', (cause) => logger.error('update', cause));
  const look = () =>
    void autoUpdater.checkForUpdates().catch((cause: unknown) => logger.error('update', cause));
  look();
  setInterval(look, DAY).unref();
  return {
    about,
    restart() {
      if (update !== null) void beforeRestart().then(() => autoUpdater.quitAndInstall());
    },
  };
}
