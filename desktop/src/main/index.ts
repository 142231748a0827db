import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { app, dialog, powerMonitor } from 'electron';
import { type Companion, startCompanion } from './companion.ts';
import { parseDeepLink } from './auth/deepLink.ts';
import { logger, startLog } from './log.ts';
import { UserError } from '@stagelink/shared/client/userError';
import { ADDRESS_MS } from '@stagelink/shared/staging/node/connectTimeout';
import { secureEverything } from './security.ts';
import { registerScheme } from './windows/window.ts';

/** Queues events of the system until the companion is up. */
function receive(companion: Promise<Companion>): void {
  const then = (act: (companion: Companion) => void) => void companion.then(act, () => {});
  app.on('second-instance', (_event, argv) => then((running) => running.startedAgain(argv)));
  app.on('activate', () => then((running) => running.show()));
  app.on('open-file', (event, file) => {
    event.preventDefault();
    then((running) => running.addFolder(file));
  });
  app.on('open-url', (event, address) => {
    event.preventDefault();
    const link = parseDeepLink(address);
    if (link) then((running) => running.follow(link));
  });
  // The companion continues in the tray.
  app.on('window-all-closed', () => {});
  let isShuttingDown = false;
  then(() => powerMonitor.on('shutdown', () => (isShuttingDown = true)));
  app.on('before-quit', (event) => {
    // Refusing would interrupt the shutdown of the system. The engine's state survives being killed.
    if (isShuttingDown) return;
    event.preventDefault();
    void companion
      .then((running) => running.stop())
      .catch((cause: unknown) => logger.error('stop', cause))
      .finally(() => app.exit());
  });
}

const whyNotStarted = (cause: unknown): string =>
  cause instanceof UserError
    ? `${cause.message} ${cause.hint}`
    : 'Stagelink failed unexpectedly. See the log for details.';

setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_MS);
startLog();
// Windows shows notifications only for a program with an app id.
app.setAppUserModelId('app.stagelink.companion');
registerScheme();
secureEverything();
if (app.requestSingleInstanceLock()) {
  // Not awaited: Electron becomes ready only after this module was loaded.
  const companion = app.whenReady().then(startCompanion);
  receive(companion);
  companion.catch((cause: unknown) => {
    logger.error('start', cause);
    dialog.showErrorBox('Stagelink could not start', whyNotStarted(cause));
    app.exit(1);
  });
} else {
  app.quit();
}
