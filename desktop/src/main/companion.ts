import os from 'node:os';
import path from 'node:path';
import { app, clipboard, powerMonitor, session } from 'electron';
import * as z from 'zod';
import {
  type Alert,
  type EngineSignals,
  type PinVerificationRequest,
  STORE_NOTICE,
} from '../protocol/engine.ts';
import type { Notice } from '../protocol/window.ts';
import { type AccountStore, NO_ACCOUNTS, openAccounts, StoredAccounts } from './auth/accounts.ts';
import { createActions } from './actions.ts';
import { createHandlers } from './ipc/handlers.ts';
import { createConnections } from './auth/connections.ts';
import type { DeepLink } from './auth/deepLink.ts';
import { type Engine, superviseEngine } from './engine/engine.ts';
import { startEngineProcess } from './engine/engineProcess.ts';
import type { EngineProcess } from './engine/engineNode.ts';
import { EngineState } from './engine/engineState.ts';
import { createHotkey } from './hotkey.ts';
import { DroppedFolders } from './ipc/droppedFolders.ts';
import { answerWindow } from './ipc/ipc.ts';
import { jsonFile } from './jsonFile.ts';
import { readLaunchArguments } from './launchArguments.ts';
import { logger, logOutput } from './log.ts';
import { isStartedAtLogin, openAtLogin } from './loginItem.ts';
import { setMenu } from './windows/menu.ts';
import { commentNotification, shownAlerts } from './windows/notifications.ts';
import { notify } from './windows/notify.ts';
import { Network } from './network/network.ts';
import { ProxyCredentials, StoredProxies } from './network/proxyCredentials.ts';
import { ProxySignIn } from './network/proxySignIn.ts';
import { askForProxyCredentials } from './windows/proxyDialog.ts';
import { openOutside } from './windows/openExternal.ts';
import { FIRST_PREFERENCES, KeptPreferences, openPreferences, type PreferenceStore } from './preferences.ts';
import { verifyPins } from './windows/pinVerification.ts';
import { createProxy } from './proxy/proxy.ts';
import { keepRenewing } from './auth/renewal.ts';
import { answers, type Fetch } from './auth/server.ts';
import { createSignIn } from './auth/signIn.ts';
import { StageReactions } from './stageReactions.ts';
import { createTray } from './windows/tray.ts';
import type { TrayState } from './windows/trayMenu.ts';
import { watchUpdates } from './updates.ts';
import { systemVault } from './auth/vault.ts';
import { CompanionWindow, serveWindow, windowSession } from './windows/window.ts';
import { NEW_WINDOW, WindowState } from './windows/windowState.ts';

const UNLOCK_EVERY_MS = 60_000;

const inUserData = (name: string): string => path.join(app.getPath('userData'), name);
const storeFolder = (): string => inUserData('store');

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

function startEngine(): EngineProcess {
  const child = startEngineProcess(storeFolder());
  logOutput('engine', child.output);
  child.onExit((code) => logger.info('engine', `ended with ${code}`));
  return child;
}

/** Creates all parts in the order in which they need each other; the methods connect them. */
class RunningCompanion implements Companion {
  #isQuitting = false;
  /** Unread comments of the active account; null until they are known. */
  #unread: number | null = null;
  #trayState: TrayState = { snapshots: [], unread: 0, isPaused: false, isSignedIn: false };
  #shownAccountId: string | null;

  // Its session has no cookies and pages, and is for requests of this process only.
  readonly #network: Network;
  readonly #fetch: Fetch;
  readonly #accounts: AccountStore;
  readonly #window = new CompanionWindow({
    state: jsonFile(inUserData('window.json'), WindowState, NEW_WINDOW),
    hidesOnClose: () => !this.#isQuitting,
  });
  readonly #showNotice = (notice: Notice | null, onClick?: () => void): void => {
    if (!notice) return;
    notify(notice, {
      inWindow: (shown) => this.#window.emit('notice.shown', shown),
      open: (page) => this.#window.show(page),
      onClick,
    });
  };
  readonly #connections = createConnections({
    onChange: (accountId, connection) => {
      if (accountId === this.#accounts.list().activeId) this.#window.emit('connection.changed', connection);
    },
    isThere: async (accountId) => {
      const server = this.#serverOf(accountId);
      return server === null ? null : answers(this.#fetch, server);
    },
    onBack: () => this.#recheckNetwork(),
  });
  readonly #preferences: PreferenceStore = openPreferences({
    file: jsonFile(inUserData('preferences.json'), KeptPreferences, FIRST_PREFERENCES),
    hotkey: createHotkey(() => void this.#actions.stageLast()),
    openAtLogin,
    platform: process.platform,
  });
  /** Written by the engine. */
  readonly #storeNotice = jsonFile(path.join(storeFolder(), STORE_NOTICE), z.string().nullable(), null);
  readonly #stageReactions: StageReactions;
  readonly #engineState: EngineState;
  readonly #engine: Engine;
  readonly #signIn;
  readonly #updates = watchUpdates(
    (about) => this.#window.emit('about.changed', about),
    () => this.stop(),
  );
  readonly #actions;
  readonly #tray = createTray({
    open: (url) => void openOutside(url),
    copy: (url) => clipboard.writeText(url),
    stageFolder: () => void this.#actions.stageFolder(),
    pause: (isPaused) => void this.#preferences.change({ isPaused }),
    show: () => this.#window.show(),
    quit: () => app.quit(),
  });

  constructor(accounts: AccountStore, network: Network) {
    const { fetch } = network;
    const preferences = this.#preferences;
    this.#network = network;
    this.#fetch = fetch;
    const showNotice = this.#showNotice;
    this.#accounts = accounts;
    this.#shownAccountId = accounts.list().activeId;
    this.#stageReactions = new StageReactions({ fetch, accounts, showNotice });
    this.#engineState = new EngineState({ network, accounts, preferences });
    const signals = this.#engineSignals();
    this.#engine = superviseEngine({
      start: startEngine,
      onSignal: (signal, ...args) => (signals[signal] as (...given: unknown[]) => void)(...args),
      onReady: (ask) => void this.#engineState.send(ask),
      onProblem: (problem) => {
        if (problem !== null) logger.warn('engine', problem);
        this.#window.emit('engine.failed', problem);
      },
    });
    this.#signIn = createSignIn({ fetch, accounts, openBrowser: openOutside, device: os.hostname() });
    this.#actions = createActions({
      engine: this.#engine,
      window: this.#window,
      accounts,
      signIn: this.#signIn,
      showNotice,
    });
  }

  start(): void {
    this.#followAccounts();
    this.#followPreferences();
    powerMonitor.on('resume', () => this.#recheckNetwork());
    this.#network.onSignedIn(() => this.#recheckNetwork());
    this.#serveWindow();
    setMenu({
      addFolder: () => {
        this.#window.show('/folders');
        void this.#actions.chooseFolder();
      },
      showFolders: () => this.#window.show('/folders'),
      preferences: () => this.#window.show('/preferences'),
    });
    keepRenewing(this.#fetch, this.#accounts);
    this.#updateTray({
      isPaused: this.#preferences.get().isPaused,
      isSignedIn: this.#accounts.active() !== null,
    });
    if (app.isPackaged) app.setAsDefaultProtocolClient('stagelink');
    // Started at login, the companion shows no window.
    if (!isStartedAtLogin()) this.startedAgain(process.argv);
  }

  show(): void {
    this.#network.retrySignIn();
    this.#window.show();
  }

  addFolder(folder: string): void {
    void this.#actions.addFolder(folder);
  }

  follow(link: DeepLink): void {
    this.#actions.follow(link);
  }

  startedAgain(argv: readonly string[]): void {
    const { link, folders } = readLaunchArguments(argv);
    if (link) this.follow(link);
    for (const folder of folders) this.addFolder(folder);
    if (!link && folders.length === 0) this.show();
  }

  async stop(): Promise<void> {
    this.#isQuitting = true;
    this.#window.remember();
    this.#signIn.cancel();
    await this.#engine.stop();
  }

  #serverOf(accountId: string | null): string | null {
    return this.#accounts.list().all.find(({ id }) => id === accountId)?.server ?? null;
  }

  #recheckNetwork(): void {
    this.#network.recheck();
    void this.#engineState.recheckNetwork(this.#engine.ask);
  }

  #updateTray(change: Partial<TrayState>): void {
    this.#trayState = { ...this.#trayState, ...change };
    this.#tray.update(this.#trayState);
  }

  #engineSignals(): EngineSignals {
    const window = this.#window;
    return {
      'folder.changed': (folder) => {
        window.emit('folder.changed', folder);
        this.#stageReactions.folderChanged(folder);
        this.#actions.changed(folder);
      },
      'folder.removed': (folderId) => window.emit('folder.removed', folderId),
      'folder.logged': (folderId, lines) => window.emit('folder.logged', folderId, lines),
      'stage.ended': (...args) => this.#stageReactions.stageEnded(...args),
      'pins.wanted': (request) => void this.#verifyPins(request),
      'connection.changed': this.#connections.set,
      'account.refused': (accountId) => {
        const token = this.#accounts.tokenOf(accountId);
        if (token !== null) this.#accounts.refuse(accountId, token);
      },
      'tray.changed': (...changed) => this.#unreadChanged(...changed),
      'store.replaced': (message) => this.#storeReplaced(message),
    };
  }

  #storeReplaced(message: string): void {
    notify(
      { title: 'Stagelink', body: message, page: '/folders' },
      // The window shows it in any case, until it is dismissed.
      { inWindow: () => {}, open: (page) => this.#window.show(page) },
    );
  }

  #unreadChanged(snapshots: TrayState['snapshots'], unread: number, alerts: readonly Alert[]): void {
    if (this.#preferences.get().showsAlerts) this.#announce(alerts, unread);
    this.#unread = unread;
    app.setBadgeCount(unread);
    this.#updateTray({ snapshots, unread });
  }

  /** Shows alerts, each with its thread behind it, and counts what else is new. */
  #announce(alerts: readonly Alert[], unread: number): void {
    const shown = shownAlerts(this.#serverOf(this.#accounts.list().activeId) ?? '', alerts);
    for (const { notice, url } of shown)
      this.#showNotice(notice, () => void (url === null ? this.#window.show() : openOutside(url)));
    const before = this.#unread === null ? null : this.#unread + shown.length;
    this.#showNotice(commentNotification(before, unread));
  }

  /** Resolves in any case; unverified pins stay unknown. */
  async #verifyPins({ folderId, accountId, ...wanted }: PinVerificationRequest): Promise<void> {
    const signedIn = this.#accounts.find(accountId);
    if (signedIn) await verifyPins(signedIn, wanted).catch((cause: unknown) => logger.error('pins', cause));
    await this.#engine.ask('pins.looked', folderId).catch((cause: unknown) => logger.error('engine', cause));
  }

  #followAccounts(): void {
    this.#accounts.onChange(() => {
      const accounts = this.#accounts.list();
      void this.#engineState.sendAccounts(this.#engine.ask);
      this.#window.emit('accounts.changed', accounts);
      this.#updateTray({ isSignedIn: this.#accounts.active() !== null });
      if (accounts.activeId === this.#shownAccountId) return;
      this.#shownAccountId = accounts.activeId;
      this.#unread = null;
      // Reloads, because nothing of the other account may remain and the CSP names the account's server.
      this.#window.startOver();
    });
  }

  #followPreferences(): void {
    this.#preferences.onChange((now, before) => {
      this.#window.emit('preferences.changed', now);
      if (now.isPaused === before.isPaused) return;
      this.#engineState.sendPause(this.#engine.ask);
      this.#updateTray({ isPaused: now.isPaused });
    });
  }

  #serveWindow(): void {
    const accounts = this.#accounts;
    const { ask } = this.#engine;
    serveWindow({
      server: () => this.#serverOf(accounts.list().activeId),
      proxy: createProxy({
        fetch: this.#fetch,
        active: () => accounts.active(),
        cache: {
          get: (accountId, request) => ask('cache.get', accountId, request),
          put: (accountId, request, text) => ask('cache.put', accountId, request, text),
        },
        onRefused: ({ account, token }) => accounts.refuse(account.id, token),
        onLeft({ account }) {
          accounts.forget(account.id);
          void ask('cache.forget', account.id).catch(() => {});
        },
        onReached: this.#connections.reached,
        onRefreshed: (path) => this.#window.emit('cache.refreshed', [path]),
      }),
    });
    const dropped = new DroppedFolders();
    const handlers = createHandlers({
      network: this.#network,
      engine: this.#engine,
      accounts,
      connections: this.#connections,
      signIn: this.#signIn,
      preferences: this.#preferences,
      updates: this.#updates,
      storeNotice: this.#storeNotice,
      window: this.#window,
      dropped,
    });
    answerWindow(handlers, {
      dropped,
      isAsking: (frame) => this.#window.isAsking(frame),
      onUnexpected: (command, cause) => logger.error(command, cause),
    });
  }
}

async function openStoredAccounts(): Promise<AccountStore> {
  const file = jsonFile(inUserData('accounts.json'), StoredAccounts, NO_ACCOUNTS);
  const accounts = await openAccounts(file, systemVault());
  // The keyring may be unlocked after the companion was started at login.
  const unlock = () => void accounts.unlock().catch((cause: unknown) => logger.warn('keyring', cause));
  setInterval(unlock, UNLOCK_EVERY_MS).unref();
  app.on('browser-window-focus', unlock);
  return accounts;
}

function openNetwork(): Network {
  const file = jsonFile(inUserData('proxies.json'), StoredProxies, {});
  const credentials = new ProxyCredentials({ file, vault: systemVault() });
  return new Network({
    session: session.fromPartition('server'),
    window: windowSession(),
    signIn: new ProxySignIn({ credentials, ask: askForProxyCredentials }),
  });
}

/** Starts the window, the engine and the tray, each a process of its own. See docs/decisions/0022. */
export async function startCompanion(): Promise<Companion> {
  const companion = new RunningCompanion(await openStoredAccounts(), openNetwork());
  companion.start();
  return companion;
}
