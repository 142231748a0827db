import { existsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { app, clipboard, powerMonitor, session } from 'electron';
import type { EngineSignals, PinsWanted } from '../engine/protocol.ts';
import type { Folder, StageRecord } from '../folders.ts';
import type { Notice } from '../ipc.ts';
import { KeptAccounts, NO_ACCOUNTS, openAccounts } from './accounts.ts';
import { createActs } from './acts.ts';
import { createAnswers } from './answers.ts';
import { HIDDEN } from './autostart.ts';
import { createConnections } from './connections.ts';
import { type DeepLink, deepLinkIn } from './deepLink.ts';
import { type Ask, type Engine, superviseEngine } from './engine.ts';
import { startEngineProcess } from './engineProcess.ts';
import { createHotkey } from './hotkey.ts';
import { answerWindow } from './ipc.ts';
import { jsonFile } from './jsonFile.ts';
import { logger, logOutput } from './log.ts';
import { openAtLogin } from './loginItem.ts';
import { setMenu } from './menu.ts';
import { copiesLink, noticeOfComments, StageNotices } from './notices.ts';
import { notify } from './notify.ts';
import { openOutside } from './outside.ts';
import { FIRST_PREFERENCES, KeptPreferences, openPreferences } from './preferences.ts';
import { lookForPins } from './pinLookout.ts';
import { createProxy } from './proxy/proxy.ts';
import { proxyAddress } from './proxyAddress.ts';
import { keepRenewing } from './renewal.ts';
import { answers } from './server.ts';
import { createSignIn } from './signIn.ts';
import { createTray } from './tray.ts';
import type { TrayState } from './trayMenu.ts';
import { watchUpdates } from './updates.ts';
import { systemVault } from './vault.ts';
import { createWindow, serveWindow } from './window.ts';
import { NEW_WINDOW, WindowState } from './windowState.ts';

const UNLOCK_EVERY_MS = 60_000;

const inUserData = (name: string): string => path.join(app.getPath('userData'), name);

/** Folders somebody opened the companion with. What a link brought along is no gesture of theirs. */
function foldersIn(argv: readonly string[]): string[] {
  if (!app.isPackaged || deepLinkIn(argv)) return [];
  return argv
    .slice(1)
    .filter((word) => path.isAbsolute(word) && existsSync(word) && statSync(word).isDirectory());
}

/** What the system may bring to a companion that runs. */
export interface Companion {
  show: () => void;
  addFolder: (folder: string) => void;
  follow: (link: DeepLink) => void;
  /** Somebody started it again, with these arguments. */
  startedAgain: (argv: readonly string[]) => void;
  /** In order: what runs is ended, then what is kept is closed. */
  stop: () => Promise<void>;
}

/** Brings everything up, and ties it together. */
export async function startCompanion(): Promise<Companion> {
  let isQuitting = false;
  let unread: number | null = null;
  let tray: TrayState = { snapshots: [], unread: 0, isPaused: false, isSignedIn: false };

  // A session without a cookie or a page: only the calls of this process go through it.
  const network = session.fromPartition('server');
  const fetch = (address: string, init: RequestInit) => network.fetch(address, init);

  const accounts = await openAccounts(
    jsonFile(inUserData('accounts.json'), KeptAccounts, NO_ACCOUNTS),
    systemVault(),
  );
  // A keyring may be unlocked only after the companion was started with the session.
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
      if (accountId === accounts.list().activeId) window.tell('connection.changed', connection);
    },
    async isThere(accountId) {
      const server = serverOf(accountId);
      return server === null ? null : answers(fetch, server);
    },
    onBack: () => void recheckNetwork(),
  });
  const tell = (notice: Notice | null, onClick?: () => void): void => {
    if (!notice) return;
    notify(notice, { inWindow: (shown) => window.tell('notice.shown', shown), open: window.show, onClick });
  };
  const stageNotices = new StageNotices();
  function stageEnded(folder: Folder, record: StageRecord, before: Folder): void {
    const isCopied = copiesLink(record) && folder.link !== null;
    if (isCopied && folder.link) clipboard.writeText(folder.link.url);
    tell(stageNotices.of(folder, record, before, isCopied));
  }

  /** However it ends: what could not be looked at stays unknown. */
  async function look({ folderId, accountId, ...wanted }: PinsWanted): Promise<void> {
    const signedIn = accounts.find(accountId);
    if (signedIn) await lookForPins(signedIn, wanted).catch((cause: unknown) => logger.error('pins', cause));
    await engine.ask('pins.looked', folderId).catch((cause: unknown) => logger.error('engine', cause));
  }

  function trayChanged(snapshots: TrayState['snapshots'], now: number): void {
    tell(noticeOfComments(unread, now));
    unread = now;
    app.setBadgeCount(now);
    updateTray({ snapshots, unread: now });
  }

  const heard: EngineSignals = {
    'folder.changed'(folder) {
      window.tell('folder.changed', folder);
      stageNotices.changed(folder);
      acts.changed(folder);
    },
    'folder.removed': (folderId) => window.tell('folder.removed', folderId),
    'folder.logged': (folderId, lines) => window.tell('folder.logged', folderId, lines),
    'stage.ended': stageEnded,
    'pins.wanted': (wanted) => void look(wanted),
    'connection.changed': connections.set,
    'account.refused': (accountId) => {
      const token = accounts.tokenOf(accountId);
      if (token !== null) accounts.refuse(accountId, token);
    },
    'tray.changed': trayChanged,
    'store.replaced': (message) => tell({ title: 'Stagelink', body: message, page: '/folders' }),
  };

  /** As Chromium finds it: by the system's settings, a script of the company, or the environment. */
  async function proxyFor(server: string): Promise<[string, string | null]> {
    const found = await network.resolveProxy(server).catch(() => '');
    return [server, proxyAddress(found)];
  }

  async function tellAccounts(ask: Ask): Promise<void> {
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

  /** The machine woke up, its network changed, or a server answers again. */
  async function recheckNetwork(): Promise<void> {
    await tellAccounts(engine.ask);
    await engine.ask('network.recheck').catch((cause: unknown) => logger.error('engine', cause));
  }

  function tellPause(ask: Ask): void {
    const { isPaused } = preferences.get();
    void ask('watching.pause', isPaused).catch((cause: unknown) => logger.error('engine', cause));
  }

  const hotkey = createHotkey(() => void acts.stageLast());
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
    hear: (signal, ...args) => (heard[signal] as (...given: unknown[]) => void)(...args),
    onReady(ask) {
      void tellAccounts(ask).then(() => tellPause(ask));
    },
    onProblem(problem) {
      if (problem !== null) logger.warn('engine', problem);
      window.tell('engine.failed', problem);
    },
  });
  powerMonitor.on('resume', () => void recheckNetwork());
  const signIn = createSignIn({ fetch, accounts, openBrowser: openOutside, device: os.hostname() });
  const updates = watchUpdates(
    (about) => window.tell('about.changed', about),
    () => stop(),
  );

  const acts = createActs({ engine, window, accounts, signIn, tell });

  const icon = createTray({
    open: (url) => void openOutside(url),
    copy: (url) => clipboard.writeText(url),
    stageFolder: () => void acts.stageFolder(),
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
    void tellAccounts(engine.ask);
    window.tell('accounts.changed', now);
    updateTray({ isSignedIn: accounts.active() !== null });
    if (now.activeId === shownId) return;
    shownId = now.activeId;
    unread = null;
    // Nothing of another account's may stay, and what the page may connect to is said when it is loaded.
    window.startOver();
  });
  preferences.onChange((now, before) => {
    window.tell('preferences.changed', now);
    if (now.isPaused === before.isPaused) return;
    tellPause(engine.ask);
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
      onRefreshed: (asked) => window.tell('cache.refreshed', [asked]),
    }),
  });
  answerWindow(
    createAnswers({ fetch, engine, accounts, connections, signIn, preferences, updates, window }),
    {
      isAsking: window.isAsking,
      onUnexpected: (command, cause) => logger.error(command, cause),
    },
  );
  setMenu({
    addFolder() {
      window.show('/folders');
      void acts.chooseFolder();
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
    if (link) acts.follow(link);
    for (const folder of folders) void acts.addFolder(folder);
    if (!link && folders.length === 0) window.show();
  }

  // Whoever signs in to the machine did not ask for a window.
  if (!process.argv.includes(HIDDEN)) startedAgain(process.argv);
  return {
    show: () => window.show(),
    addFolder: (folder) => void acts.addFolder(folder),
    follow: acts.follow,
    startedAgain,
    stop,
  };
}
