import path from 'node:path';
import { app, BrowserWindow, protocol, screen, session, type Session } from 'electron';
import type { Signals } from '../ipc.ts';
import { isOwnPage } from './addresses.ts';
import { contentSecurityPolicy, serveFile } from './files.ts';
import type { JsonFile } from './jsonFile.ts';
import { logger } from './log.ts';
import { HOST, ORIGIN, SCHEME } from './origin.ts';
import { isServerPath } from './proxy/paths.ts';
import { setRules } from './security.ts';
import { placeOn, SMALLEST, type WindowState } from './windowState.ts';

const PARTITION = 'persist:window';
const RENDERER = path.join(import.meta.dirname, '../renderer');

/** Before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
}

interface Served {
  /** Answers calls to the server. */
  proxy: (request: Request) => Promise<Response>;
  /** The active account's. */
  server: () => string | null;
}

/** Nothing is loaded but the window's own files and the live channel of the server it shows. */
function keepToItself(own: Session, server: () => string | null): void {
  own.webRequest.onBeforeRequest(({ url }, decide) => {
    const { protocol: scheme, origin } = new URL(url);
    const socket = server()?.replace(/^http/, 'ws');
    const isOwn = [`${SCHEME}:`, 'devtools:', 'data:', 'blob:'].includes(scheme);
    decide({ cancel: !isOwn && origin !== socket });
  });
  // The server takes calls without an origin as those of a program, which this is; the ticket says whose.
  own.webRequest.onBeforeSendHeaders({ urls: ['ws://*/*', 'wss://*/*'] }, ({ requestHeaders }, decide) => {
    const { Origin: _origin, ...rest } = requestHeaders;
    decide({ requestHeaders: rest });
  });
}

/** Answers everything the window loads: its files, its pages, and what it asks of the server. */
export function serveWindow({ proxy, server }: Served): void {
  const own = session.fromPartition(PARTITION);
  setRules(own, { mayNavigate: (address) => isOwnPage(address, ORIGIN), opensOutside: true });
  keepToItself(own, server);
  own.protocol.handle(SCHEME, (request) => {
    const { host, pathname } = new URL(request.url);
    if (host !== HOST) return new Response(null, { status: 404 });
    if (isServerPath(pathname)) return proxy(request);
    return serveFile(RENDERER, pathname, contentSecurityPolicy(server()));
  });
}

/** The companion's window. It is hidden when it is closed; quitting ends it. */
export interface Window {
  /** Brings it to the front, at a page if one is named. */
  show: (page?: string) => void;
  /** Loads it anew from its first page, as for another account. */
  startOver: () => void;
  tell: <S extends keyof Signals>(signal: S, ...args: Parameters<Signals[S]>) => void;
  /** The only frame that may ask the main process anything. */
  isAsking: (frame: Electron.WebFrameMain | null) => boolean;
  /** For a dialog of the system's to belong to. */
  browserWindow: () => BrowserWindow;
  /** Before quitting, which asks no window. */
  remember: () => void;
}

export interface WindowOptions {
  state: JsonFile<WindowState>;
  /** The companion may stay in the background, because the tray leads back to it. */
  hidesOnClose: () => boolean;
}

export function createWindow({ state, hidesOnClose }: WindowOptions): Window {
  let current: BrowserWindow | null = null;
  /** A page that has asked something hears what it is told. */
  let isHearing = false;
  /** What nobody would say twice, told while no page could hear it. */
  let held: (() => void)[] = [];

  function heard(): void {
    isHearing = true;
    const waiting = held;
    held = [];
    for (const tell of waiting) tell();
  }

  function remember(window: BrowserWindow): void {
    try {
      state.write({ place: window.getNormalBounds(), isMaximized: window.isMaximized() });
    } catch (cause) {
      // The disk is full, say: where a window was must not keep the companion from quitting.
      logger.warn('window', cause);
    }
  }

  /** Another page that is asked for before this one has come replaces it; that is no failure. */
  function load(window: BrowserWindow, page: string): void {
    isHearing = false;
    void window.loadURL(ORIGIN + page).catch(() => {});
  }

  function open(page: string): BrowserWindow {
    const remembered = state.read();
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
    const window = new BrowserWindow({
      ...placeOn(areas, remembered),
      minWidth: SMALLEST.width,
      minHeight: SMALLEST.height,
      show: false,
      title: app.name,
      backgroundColor: '#00000000',
      webPreferences: {
        partition: PARTITION,
        preload: path.join(import.meta.dirname, '../preload/index.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: true,
      },
    });
    if (remembered.isMaximized) window.maximize();
    window.once('ready-to-show', () => window.show());
    window.on('close', (event) => {
      remember(window);
      if (!hidesOnClose()) return;
      event.preventDefault();
      window.hide();
    });
    // Electron asks nobody whether a page may be left, and silently stays: whoever leaves it here means it.
    window.webContents.on('will-prevent-unload', (event) => event.preventDefault());
    window.on('closed', () => {
      current = null;
    });
    load(window, page);
    return window;
  }

  function ready(page?: string): BrowserWindow {
    if (current) {
      if (page === undefined) return current;
      // A page that is still loading would not hear it.
      if (current.webContents.isLoading()) load(current, page);
      else current.webContents.send('page.asked', page);
      return current;
    }
    current = open(page ?? '/folders');
    return current;
  }

  return {
    show(page) {
      const isNew = current === null;
      const window = ready(page);
      if (isNew) return;
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    startOver: () => current && load(current, '/'),
    tell(signal, ...args) {
      const send = () => current?.webContents.send(signal, ...args);
      if (isHearing || signal !== 'notice.shown') send();
      else held.push(send);
    },
    isAsking(frame) {
      const isOwn =
        frame !== null && frame === current?.webContents.mainFrame && isOwnPage(frame.url, ORIGIN);
      if (isOwn && !isHearing) heard();
      return isOwn;
    },
    browserWindow: () => ready(),
    remember: () => current && remember(current),
  };
}
