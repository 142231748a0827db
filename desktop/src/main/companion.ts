import { existsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { app, clipboard, powerMonitor, session } from 'electron';
import type { EngineSignals, PinVerificationRequest } from '../protocol/engine.ts';
import type { Folder, StageRecord } from '../protocol/folders.ts';
import type { Notice } from '../protocol/window.ts';
import { StoredAccounts, NO_ACCOUNTS, openAccounts } from './auth/accounts.ts';
import { createActions } from './actions.ts';
import { createHandlers } from './ipc/handlers.ts';
import { HIDDEN } from './autostart.ts';
import { createConnections } from './auth/connections.ts';
import { type DeepLink, deepLinkIn } from './auth/deepLink.ts';
import { type Ask, type Engine, superviseEngine } from './engine/engine.ts';
import { startEngineProcess } from './engine/engineProcess.ts';
import { createHotkey } from './hotkey.ts';
import { answerWindow } from './ipc/ipc.ts';
import { jsonFile } from './jsonFile.ts';
import { logger, logOutput } from './log.ts';
import { openAtLogin } from './loginItem.ts';
import { setMenu } from './windows/menu.ts';
import { shouldCopyLink, commentNotification, StageNotices } from './windows/notifications.ts';
import { notify } from './windows/notify.ts';
import { openOutside } from './windows/openExternal.ts';
import { FIRST_PREFERENCES, KeptPreferences, openPreferences } from './preferences.ts';
import { verifyPins, verifyVersion } from './windows/pinVerification.ts';
import { createProxy } from './proxy/proxy.ts';
import { proxyAddress } from './proxy/proxyAddress.ts';
import { keepRenewing } from './auth/renewal.ts';
import { answers } from './auth/server.ts';
import { createSignIn } from './auth/signIn.ts';
import { createTray } from './windows/tray.ts';
import type { TrayState } from './windows/trayMenu.ts';
import { watchUpdates } from './updates.ts';
import { systemVault } from './auth/vault.ts';
import { createWindow, serveWindow } from './windows/window.ts';
import { NEW_WINDOW, WindowState } from './windows/windowState.ts';

const UNLOCK_EVERY_MS = 60_000;

const inUserData = (name: string): string => path.join(app.getPath('userData'), name);

/**
 * Returns the folders the companion was opened with. Ignores those next to a deep link, which the user did
 * not choose.
 */
function foldersIn(argv: readonly string[]): string[] {
  if (!app.isPackaged || deepLinkIn(argv)) return [];
  return argv
    .slice(1)
    .filter((word) => path.isAbsolute(word) && existsSync(word) && statSync(word).isDirectory());
}

/** Events of the system for a running companion. */
export interface Companion {
  show: () => void;
  addFolder: (folder: string) => void;
  follow: (link: DeepLink) => void;
  /** Started again with these arguments. */
  startedAgain: (argv: readonly string[]) => void;
  /** Ends running work, then closes the store. */
  stop: () => Promise<void>;
}

/** Creates and connects all parts. */
export async function startCompanion(): Promise<Companion> {
  let isQuitting = false;
  let unread: number | null = null;
  let tray: TrayState = { snapshots: [], unread: 0, isPaused: false, isSignedIn: false };

  // Session without cookies and pages, for requests of this process only.
  const network = session.fromPartition('server');
  const fetch = (address: string, init: RequestInit) => network.fetch(address, init);

  const accounts = await openAccounts(
    jsonFile(inUserData('accounts.json'), StoredAccounts, NO_ACCOUNTS),
    systemVault(),
  );
  // The keyring may be unlocked after the companion was started at login.
  const unlock = () => void accounts.unlock().catch((cause: unknown) => logger.warn('keyring', cause));
  setInterval(unlock, UNLOCK_EVERY_MS).unref();
  app.on('browser-window-focus', unlock);
  const serverOf = (accountId: string | null): string | null =>
    accounts.list().all.find(({ id }) => id === accountId)?.server ?? null;
  const window = createWindow({
    state: jsonFile(inUserData('window.json'), WindowState, NEW_WINDOW),
    hidesOnClose: () => !isQuitting,
  });
  const connections = createConnections({
    onChange(accountId, connection) {
      if (accountId === accounts.list().activeId) window.emit('connection.changed', connection);
    },
    async isThere(accountId) {
      const server = serverOf(accountId);
      return server === null ? null : answers(fetch, server);
    },
    onBack: () => void recheckNetwork(),
  });
  const showNotice = (notice: Notice | null, onClick?: () => void): void => {
    if (!notice) return;
    notify(notice, { inWindow: (shown) => window.emit('notice.shown', shown), open: window.show, onClick });
  };
  const stageNotices = new StageNotices();
  function stageEnded(folder: Folder, record: StageRecord, before: Folder): void {
    const isCopied = shouldCopyLink(record) && folder.link !== null;
    if (isCopied && folder.link) clipboard.writeText(folder.link.url);
    showNotice(stageNotices.of(folder, record, before, isCopied));
    pictures = pictures.then(() => drawPicture(folder, record));
  }

  /** Made one by one: each runs a whole prototype. */
  let pictures: Promise<void> = Promise.resolve();

  /** The page that verifies pins also makes the picture; a draft has been there already. */
  async function drawPicture({ accountId, link }: Folder, { outcome, version }: StageRecord): Promise<void> {
    const signedIn = accounts.find(accountId);
    if (outcome !== 'staged' || version === null || !link || !signedIn) return;
    await verifyVersion(fetch, signedIn, link.snapshotId, version).catch((cause: unknown) =>
      logger.error('picture', cause),
    );
  }

  /** Resolves in any case; unverified pins stay unknown. */
  async function look({ folderId, accountId, ...wanted }: PinVerificationRequest): Promise<void> {
    const signedIn = accounts.find(accountId);
    if (signedIn) await verifyPins(signedIn, wanted).catch((cause: unknown) => logger.error('pins', cause));
    await engine.ask('pins.looked', folderId).catch((cause: unknown) => logger.error('engine', cause));
  }

  function trayChanged(snapshots: TrayState['snapshots'], now: number): void {
    showNotice(commentNotification(unread, now));
    unread = now;
    app.setBadgeCount(now);
    updateTray({ snapshots, unread: now });
  }

  const handlers: EngineSignals = {
    'folder.changed'(folder) {
      window.emit('folder.changed', folder);
      stageNotices.changed(folder);
      actions.changed(folder);
    },
    'folder.removed': (folderId) => window.emit('folder.removed', folderId),
    'folder.logged': (folderId, lines) => window.emit('folder.logged', folderId, lines),
    'stage.ended': stageEnded,
    'pins.wanted': (wanted) => void look(wanted),
    'connection.changed': connections.set,
    'account.refused': (accountId) => {
      const token = accounts.tokenOf(accountId);
      if (token !== null) accounts.refuse(accountId, token);
    },
    'tray.changed': trayChanged,
    'store.replaced': (message) => showNotice({ title: 'Stagelink', body: message, page: '/folders' }),
  };

  /** As Chromium determines it: from system settings, a PAC file or the environment. */
  async function proxyFor(server: string): Promise<[string, string | null]> {
    const found = await network.resolveProxy(server).catch(() => '');
    return [server, proxyAddress(found)];
  }

  async function sendAccounts(ask: Ask): Promise<void> {
    const servers = new Set(accounts.list().all.map(({ server }) => server));
    const proxies = new Map(await Promise.all(Array.from(servers, proxyFor)));
    const { all, activeId } = accounts.list();
    const known = all.map(({ id, server }) => ({
      id,
      server,
      token: accounts.tokenOf(id),
      proxy: proxies.get(server) ?? null,
    }));
    await ask('accounts.set', known, activeId).catch((cause: unknown) => logger.error('engine', cause));
  }

  /** Called when the computer woke up, its network changed, or a server responds again. */
  async function recheckNetwork(): Promise<void> {
    await sendAccounts(engine.ask);
    await engine.ask('network.recheck').catch((cause: unknown) => logger.error('engine', cause));
  }

  function sendPause(ask: Ask): void {
    const { isPaused } = preferences.get();
    void ask('watching.pause', isPaused).catch((cause: unknown) => logger.error('engine', cause));
  }

  const hotkey = createHotkey(() => void actions.stageLast());
  const preferences = openPreferences({
    file: jsonFile(inUserData('preferences.json'), KeptPreferences, FIRST_PREFERENCES),
    hotkey,
    openAtLogin,
    platform: process.platform,
  });
  const engine: Engine = superviseEngine({
    start() {
      const child = startEngineProcess(inUserData('store'));
      logOutput('engine', child.output);
      child.onExit((code) => logger.info('engine', `ended with ${code}`));
      return child;
    },
    onSignal: (signal, ...args) => (handlers[signal] as (...given: unknown[]) => void)(...args),
    onReady(ask) {
      void sendAccounts(ask).then(() => sendPause(ask));
    },
    onProblem(problem) {
      if (problem !== null) logger.warn('engine', problem);
      window.emit('engine.failed', problem);
    },
  });
  powerMonitor.on('resume', () => void recheckNetwork());
  const signIn = createSignIn({ fetch, accounts, openBrowser: openOutside, device: os.hostname() });
  const updates = watchUpdates(
    (about) => window.emit('about.changed', about),
    () => stop(),
  );

  const actions = createActions({ engine, window, accounts, signIn, showNotice });

  const icon = createTray({
    open: (url) => void openOutside(url),
    copy: (url) => clipboard.writeText(url),
    stageFolder: () => void actions.stageFolder(),
    pause: (isPaused) => void preferences.change({ isPaused }),
    show: () => window.show(),
    quit: () => app.quit(),
  });
  function updateTray(change: Partial<TrayState>): void {
    tray = { ...tray, ...change };
    icon.update(tray);
  }

  let shownId = accounts.list().activeId;
  accounts.onChange(() => {
    const now = accounts.list();
    void sendAccounts(engine.ask);
    window.emit('accounts.changed', now);
    updateTray({ isSignedIn: accounts.active() !== null });
    if (now.activeId === shownId) return;
    shownId = now.activeId;
    unread = null;
    // Reloads, because nothing of the other account may remain and the CSP names the account's server.
    window.startOver();
  });
  preferences.onChange((now, before) => {
    window.emit('preferences.changed', now);
    if (now.isPaused === before.isPaused) return;
    sendPause(engine.ask);
    updateTray({ isPaused: now.isPaused });
  });

  serveWindow({
    server: () => serverOf(accounts.list().activeId),
    proxy: createProxy({
      fetch,
      active: accounts.active,
      cache: {
        get: (accountId, asked) => engine.ask('cache.get', accountId, asked),
        put: (accountId, asked, text) => engine.ask('cache.put', accountId, asked, text),
      },
      onRefused: ({ account, token }) => accounts.refuse(account.id, token),
      onLeft({ account }) {
        accounts.forget(account.id);
        void engine.ask('cache.forget', account.id).catch(() => {});
      },
      onReached: connections.reached,
      onRefreshed: (asked) => window.emit('cache.refreshed', [asked]),
    }),
  });
  answerWindow(
    createHandlers({ fetch, engine, accounts, connections, signIn, preferences, updates, window }),
    {
      isAsking: window.isAsking,
      onUnexpected: (command, cause) => logger.error(command, cause),
    },
  );
  setMenu({
    addFolder() {
      window.show('/folders');
      void actions.chooseFolder();
    },
    showFolders: () => window.show('/folders'),
    preferences: () => window.show('/preferences'),
  });
  keepRenewing(fetch, accounts);
  updateTray({ isPaused: preferences.get().isPaused, isSignedIn: accounts.active() !== null });
  if (app.isPackaged) app.setAsDefaultProtocolClient('stagelink');

  async function stop(): Promise<void> {
    isQuitting = true;
    window.remember();
    signIn.cancel();
    await engine.stop();
  }

  function startedAgain(argv: readonly string[]): void {
    const link = deepLinkIn(argv);
    const folders = foldersIn(argv);
    if (link) actions.follow(link);
    for (const folder of folders) void actions.addFolder(folder);
    if (!link && folders.length === 0) window.show();
  }

  // Started at login, the companion shows no window.
  if (!process.argv.includes(HIDDEN)) startedAgain(process.argv);
  return {
    show: () => window.show(),
    addFolder: (folder) => void actions.addFolder(folder),
    follow: actions.follow,
    startedAgain,
    stop,
  };
}
