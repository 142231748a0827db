import { app, dialog } from 'electron';
import { type Companion, startCompanion } from './companion.ts';
import { parseDeepLink } from './deepLink.ts';
import { logger, startLog } from './log.ts';
import { Refusal } from './refusal.ts';
import { secureEverything } from './security.ts';
import { registerScheme } from './window.ts';

/** What the system asks before everything is up waits for it. */
function receive(companion: Promise<Companion>): void {
  const then = (act: (companion: Companion) => void) => void companion.then(act, () => {});
  app.on('second-instance', (_event, argv) => then(({ startedAgain }) => startedAgain(argv)));
  app.on('activate', () => then(({ show }) => show()));
  app.on('open-file', (event, file) => {
    event.preventDefault();
    then(({ addFolder }) => addFolder(file));
  });
  app.on('open-url', (event, address) => {
    event.preventDefault();
    const link = parseDeepLink(address);
    if (link) then(({ follow }) => follow(link));
  });
  // It lives on in the tray.
  app.on('window-all-closed', () => {});
  app.on('before-quit', (event) => {
    event.preventDefault();
    void companion
      .then(({ stop }) => stop())
      .catch((cause: unknown) => logger.error('stop', cause))
      .finally(() => app.exit());
  });
}

const whyNotStarted = (cause: unknown): string =>
  cause instanceof Refusal
    ? `${cause.message} ${cause.hint}`
    : 'Something went wrong in Stagelink itself. The log says more.';

startLog();
// Windows shows notifications only of a program that says which one it is.
app.setAppUserModelId('app.stagelink.companion');
registerScheme();
secureEverything();
if (app.requestSingleInstanceLock()) {
  // Not awaited: Electron is ready only after this module has been loaded.
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
