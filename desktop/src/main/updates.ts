import { existsSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import electronUpdater from 'electron-updater';
import type { About } from '../ipc.ts';
import { logger } from './log.ts';

export interface Updates {
  about: () => About;
  restart: () => void;
}

const DAY = 24 * 60 * 60_000;

/** Looks once a day for a newer version where the package says; one that was built without such a place stays as it is. */
export function watchUpdates(onChange: (about: About) => void, beforeRestart: () => Promise<void>): Updates {
  const version = app.getVersion();
  let update: string | null = null;
  const about = (): About => ({ version, update });
  const canUpdate = app.isPackaged && existsSync(path.join(process.resourcesPath, 'app-update.yml'));
  if (!canUpdate) return { about, restart: () => {} };

  const { autoUpdater } = electronUpdater;
  autoUpdater.logger = logger;
  autoUpdater.on('update-downloaded', (found) => {
    update = found.version;
    onChange(about());
  });
  // A place that cannot be reached today is asked again tomorrow; the log says why.
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
