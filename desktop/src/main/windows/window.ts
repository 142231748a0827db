import path from 'node:path';
import { signInOptions } from '@stagelink/shared/contracts/accounts';
import { app, BrowserWindow, protocol, screen, session, type Session } from 'electron';
import type { Events } from '../../protocol/window.ts';
import { isOwnPage } from './addresses.ts';
import { contentSecurityPolicy, serveFile } from './files.ts';
import type { JsonFile } from '../jsonFile.ts';
import { logger } from '../log.ts';
import { HOST, ORIGIN, SCHEME } from './origin.ts';
import { isServerPath } from '../proxy/paths.ts';
import { setRules } from '../security.ts';
import { placeOn, SMALLEST, type WindowState } from './windowState.ts';

const PARTITION = 'persist:window';
const RENDERER = path.join(import.meta.dirname, '../renderer');

const CRASHES_APART_MS = 10_000;

/** Called before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
}

interface Served {
  /** Sends requests to the server. */
  proxy: (request: Request) => Promise<Response>;
  /** URL of the active account's server. */
  server: () => string | null;
}

export const windowSession = (): Session => session.fromPartition(PARTITION);

/** Blocks all requests except the window's own files, the server's live channel and the sign-in to a proxy. */
function blockForeignRequests(own: Session, server: () => string | null): void {
  own.webRequest.onBeforeRequest(({ url, webContentsId }, decide) => {
    const { protocol: scheme, origin, pathname } = new URL(url);
    const socket = server()?.replace(/^http/, 'ws');
    const isOwn = [`${SCHEME}:`, 'devtools:', 'data:', 'blob:'].includes(scheme);
    const isProxySignIn = webContentsId === undefined && pathname === signInOptions.path;
    decide({ cancel: !isOwn && origin !== socket && !isProxySignIn });
  });
  // The server accepts a socket without an origin as a program's; the ticket identifies the account.
  own.webRequest.onBeforeSendHeaders({ urls: ['ws://*/*', 'wss://*/*'] }, ({ requestHeaders }, decide) => {
    const { Origin: _origin, ...rest } = requestHeaders;
    decide({ requestHeaders: rest });
  });
}

/** Handles every request of the window: files, pages and server requests. */
export function serveWindow({ proxy, server }: Served): void {
  const own = windowSession();
  setRules(own, { mayNavigate: (address) => isOwnPage(address, ORIGIN), opensOutside: true });
  blockForeignRequests(own, server);
  own.protocol.handle(SCHEME, (request) => {
    const { host, pathname } = new URL(request.url);
    if (host !== HOST) return new Response(null, { status: 404 });
    if (isServerPath(pathname)) return proxy(request);
    return serveFile(RENDERER, pathname, contentSecurityPolicy(server()));
  });
}

/** The companion's window. Closing hides it; quitting ends it. */
export interface Window {
  /** Shows the window, at a page if one is given. */
  show: (page?: string) => void;
  /** Reloads at the first page, for another account. */
  startOver: () => void;
  emit: <S extends keyof Events>(signal: S, ...args: Parameters<Events[S]>) => void;
  /** Whether the frame may send commands: only the window's top frame. */
  isAsking: (frame: Electron.WebFrameMain | null) => boolean;
  /** Parent for system dialogs. */
  browserWindow: () => BrowserWindow;
  /** Stores the position before quitting, which closes no window. */
  remember: () => void;
}

export interface WindowOptions {
  state: JsonFile<WindowState>;
  /** Whether closing hides the window, because the tray can reopen it. */
  hidesOnClose: () => boolean;
}

/** Creates a hidden window at its last position. */
function createBrowserWindow(remembered: WindowState): BrowserWindow {
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
  return window;
}

export class CompanionWindow implements Window {
  readonly #state: WindowOptions['state'];
  readonly #hidesOnClose: WindowOptions['hidesOnClose'];
  #current: BrowserWindow | null = null;
  /** Whether the page receives events. */
  #isListening = false;
  /** Events that occurred while no page could receive them and that are not repeated. */
  #held: (() => void)[] = [];

  constructor({ state, hidesOnClose }: WindowOptions) {
    this.#state = state;
    this.#hidesOnClose = hidesOnClose;
  }

  show(page?: string): void {
    const isNew = this.#current === null;
    const window = this.#ready(page);
    if (isNew) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  startOver(): void {
    if (this.#current) this.#load(this.#current, '/');
  }

  emit<S extends keyof Events>(signal: S, ...args: Parameters<Events[S]>): void {
    const send = () => this.#current?.webContents.send(signal, ...args);
    if (this.#isListening || signal !== 'notice.shown') send();
    else this.#held.push(send);
  }

  isAsking(frame: Electron.WebFrameMain | null): boolean {
    const isOwn =
      frame !== null && frame === this.#current?.webContents.mainFrame && isOwnPage(frame.url, ORIGIN);
    if (isOwn && !this.#isListening) this.#startListening();
    return isOwn;
  }

  browserWindow(): BrowserWindow {
    return this.#ready();
  }

  remember(): void {
    if (this.#current) this.#storePosition(this.#current);
  }

  #ready(page?: string): BrowserWindow {
    const window = this.#current;
    if (!window) return this.#open(page ?? '/folders');
    if (page === undefined) return window;
    // A page that is still loading would miss the event.
    if (window.webContents.isLoading()) this.#load(window, page);
    else window.webContents.send('page.asked', page);
    return window;
  }

  #open(page: string): BrowserWindow {
    const window = createBrowserWindow(this.#state.read());
    this.#current = window;
    const reveal = () => window.show();
    window.once('ready-to-show', reveal);
    window.on('close', (event) => {
      // A window closed while it loads stays closed.
      window.off('ready-to-show', reveal);
      this.#storePosition(window);
      if (!this.#hidesOnClose()) return;
      event.preventDefault();
      window.hide();
    });
    // Electron has no dialog for a page with unsaved changes and would silently stay; leaving here is
    // deliberate.
    window.webContents.on('will-prevent-unload', (event) => event.preventDefault());
    window.on('closed', () => {
      this.#current = null;
    });
    this.#recoverFromCrashes(window);
    this.#load(window, page);
    return window;
  }

  /** A page whose process crashed would stay blank; one that crashes again at once is not loaded again. */
  #recoverFromCrashes(window: BrowserWindow): void {
    let recoveredAt = -Infinity;
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      logger.error('window', `The page is gone: ${reason}`);
      const now = performance.now();
      if (reason === 'clean-exit' || now - recoveredAt < CRASHES_APART_MS) return;
      recoveredAt = now;
      this.#load(window, window.webContents.getURL().slice(ORIGIN.length) || '/folders');
    });
  }

  /** A newer navigation aborts this one, which is not an error. */
  #load(window: BrowserWindow, page: string): void {
    this.#isListening = false;
    void window.loadURL(ORIGIN + page).catch(() => {});
  }

  #startListening(): void {
    this.#isListening = true;
    const held = this.#held;
    this.#held = [];
    for (const emit of held) emit();
  }

  #storePosition(window: BrowserWindow): void {
    try {
      this.#state.write({ place: window.getNormalBounds(), isMaximized: window.isMaximized() });
    } catch (cause) {
      // A full disk, for example, must not prevent quitting.
      logger.warn('window', cause);
    }
  }
}
