import type { Account, Accounts, Connection } from './accounts.ts';
import type { Folder, FolderSettings, LogLine, StageRecord } from './folders.ts';

/** Preferences of the companion. */
export interface Preferences {
  /** Electron accelerator; null for none. */
  hotkey: string | null;
  opensAtLogin: boolean;
  /** Whether automatic staging is paused. */
  isPaused: boolean;
  /** Whether comments, mentions and decisions are shown as notifications of the system. */
  showsAlerts: boolean;
}

export interface PreferencesState extends Preferences {
  /** Why the hotkey does not work; null when it does or there is none. */
  hotkeyProblem: string | null;
}

/** Notification for systems without their own. */
export interface Notice {
  title: string;
  body: string;
  /** Page to open; null for none. */
  page: string | null;
}

export interface About {
  version: string;
  /** Newer version that is installed at the next start; null for none. */
  update: string | null;
}

/**
 * Commands of the window to the main process. `main/ipc` parses their arguments, because the window is less
 * trusted.
 */
export interface Commands {
  'accounts.list': () => Accounts;
  /** Opens the browser; resolves after its redirect, rejects after a timeout. */
  'accounts.signInWithBrowser': (server: string) => Account;
  'accounts.signInWithPassword': (server: string, email: string, password: string) => Account;
  'accounts.cancelSignIn': () => void;
  /** Switches the active account and reloads the window at its first page. */
  'accounts.use': (accountId: string) => void;
  /** Ends the session and deletes it. Folders stay and wait for the next sign-in. */
  'accounts.signOut': (accountId: string) => void;

  'folders.list': () => readonly Folder[];
  /** Asks with the system's dialog; null when none was chosen. */
  'folders.pick': (what: 'folder' | 'file') => Folder | null;
  /** Adds what was dropped on the window, by the token that the preload made for it. */
  'folders.add': (token: string) => Folder;
  /** Adds a folder that was removed since the start, with its settings and link. */
  'folders.restore': (folderId: string) => Folder;
  /** A new build command and new variables are confirmed in a dialog of the main process. */
  'folders.change': (folderId: string, settings: Partial<FolderSettings>) => Folder;
  /** Links a folder to a snapshot of the account; with null, the next stage creates a new one. */
  'folders.link': (folderId: string, snapshotId: string | null) => Folder;
  /** Removes the folder from the list; keeps its files and the snapshot. */
  'folders.remove': (folderId: string) => void;
  'folders.reveal': (folderId: string) => void;
  /** Starts a stage; progress arrives as events. */
  'folders.stage': (folderId: string) => void;
  'folders.cancel': (folderId: string) => void;
  /** Shows what would run in a dialog of the main process; stages when the user agrees there. */
  'folders.agree': (folderId: string) => void;
  /** Answers the question that ended the folder's stage. */
  'folders.decide': (folderId: string, isYes: boolean) => void;
  /** Publishes the draft, or the previously published version. */
  'folders.publish': (folderId: string, version: number) => Folder;
  /** Discards the draft. */
  'folders.discard': (folderId: string) => Folder;
  'folders.history': (folderId: string) => readonly StageRecord[];
  /** Log of the current or last stage. */
  'folders.log': (folderId: string) => readonly LogLine[];

  'link.open': (folderId: string) => void;
  /** Opens the draft in the browser. */
  'link.look': (folderId: string) => void;
  'link.copy': (folderId: string, withPassword: boolean) => void;
  /** Shows the staged page in a window and session of its own. */
  'link.preview': (folderId: string) => void;
  /**
   * Asks where to save the newest version as a zip, and saves it. Returns null when the user cancels; `renamed` has a
   * sentence for each file with another name in it.
   */
  'link.save': (folderId: string) => { file: string; renamed: readonly string[] } | null;

  /**
   * Verifies the pins of the active account's snapshot on a version; the results are on the server
   * afterwards.
   */
  'pins.look': (snapshotId: string, version: number) => void;

  'connection.get': () => Connection;
  'preferences.get': () => PreferencesState;
  'preferences.change': (change: Partial<Preferences>) => PreferencesState;
  'about.get': () => About;
  'about.restartToUpdate': () => void;
  'engine.problem': () => string | null;
  /** Starts the engine after repeated crashes. */
  'engine.restart': () => void;
  /** Says that the store was damaged, set aside and created again, until this is dismissed. */
  'storeNotice.get': () => string | null;
  'storeNotice.dismiss': () => void;
}

/** Events of the main process. */
export interface Events {
  'accounts.changed': (accounts: Accounts) => void;
  'folder.changed': (folder: Folder) => void;
  'folder.removed': (folderId: string) => void;
  'folder.logged': (folderId: string, lines: readonly LogLine[]) => void;
  'connection.changed': (connection: Connection) => void;
  /** Responses from the cache were replaced by these fresh ones. */
  'cache.refreshed': (paths: readonly string[]) => void;
  /** The tray, a notification or a link asked for a page. */
  'page.asked': (path: string) => void;
  'preferences.changed': (preferences: PreferencesState) => void;
  'notice.shown': (notice: Notice) => void;
  'about.changed': (about: About) => void;
  /** Why the engine stopped and what happens next; null when it runs again. */
  'engine.failed': (message: string | null) => void;
}
