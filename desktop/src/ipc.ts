import type { Account, Accounts, Connection } from './accounts.ts';
import type { Folder, FolderSettings, LogLine, StageRecord } from './folders.ts';

/** What a person may decide about the companion itself. */
export interface Preferences {
  /** An Electron accelerator; null: none. */
  hotkey: string | null;
  opensAtLogin: boolean;
  /** Nothing is staged by itself while this is so. */
  isPaused: boolean;
}

export interface PreferencesState extends Preferences {
  /** Why the hotkey does nothing; null when it works, or there is none. */
  hotkeyProblem: string | null;
}

/** What a person is told beside what they do, where the system has no notifications of its own. */
export interface Notice {
  title: string;
  body: string;
  /** Where to look; null when there is nothing more to see. */
  page: string | null;
}

export interface About {
  version: string;
  /** A newer version lies ready and is installed at the next start; null: none. */
  update: string | null;
}

/** The window asks, the main process answers. Arguments are parsed by `main/ipc.ts`: the window is trusted less. */
export interface Commands {
  'accounts.list': () => Accounts;
  /** Opens the browser; answers once somebody came back from it, or was told that they did not. */
  'accounts.signInWithBrowser': (server: string) => Account;
  'accounts.signInWithPassword': (server: string, email: string, password: string) => Account;
  'accounts.cancelSignIn': () => void;
  /** Shows another account's dashboard: the window begins anew at its first page, whenever the active account becomes another. */
  'accounts.use': (accountId: string) => void;
  /** Ends the session and forgets it. Folders stay, and wait for somebody to sign in again. */
  'accounts.signOut': (accountId: string) => void;

  'folders.list': () => readonly Folder[];
  /** Asks with the system's dialog; null when none was chosen. */
  'folders.pick': () => Folder | null;
  /** What was dropped on the window; the path comes from Electron, not from the page. */
  'folders.add': (path: string) => Folder;
  'folders.change': (folderId: string, settings: Partial<FolderSettings>) => Folder;
  /** Points a folder at a snapshot the account has; null: the next stage makes a new one. */
  'folders.link': (folderId: string, snapshotId: string | null) => Folder;
  /** Forgets the folder; what lies on the disk and the snapshot stay. */
  'folders.remove': (folderId: string) => void;
  'folders.reveal': (folderId: string) => void;
  /** Stages now; progress comes as signals. */
  'folders.stage': (folderId: string) => void;
  'folders.cancel': (folderId: string) => void;
  /** Agrees to what these fingerprints cover, and stages. */
  'folders.agree': (folderId: string, fingerprints: readonly string[]) => void;
  /** Lets the link show the version that waits, or the one it showed before. */
  'folders.publish': (folderId: string, version: number) => Folder;
  /** Throws the version that waits away. */
  'folders.discard': (folderId: string) => Folder;
  'folders.history': (folderId: string) => readonly StageRecord[];
  /** Of the stage that runs, or of the last one. */
  'folders.log': (folderId: string) => readonly LogLine[];

  'link.open': (folderId: string) => void;
  /** Opens the version that waits in the browser. */
  'link.look': (folderId: string) => void;
  'link.copy': (folderId: string, withPassword: boolean) => void;
  /** Shows the staged page in a window and session of its own. */
  'link.preview': (folderId: string) => void;

  /** Has the pins of the active account's snapshot looked for on a version; the server knows then what was found. */
  'pins.look': (snapshotId: string, version: number) => void;

  'connection.get': () => Connection;
  'preferences.get': () => PreferencesState;
  'preferences.change': (change: Partial<Preferences>) => PreferencesState;
  'about.get': () => About;
  'about.restartToUpdate': () => void;
  'engine.problem': () => string | null;
  /** Starts the engine again after it was given up. */
  'engine.restart': () => void;
}

/** The main process tells, nobody answers. */
export interface Signals {
  'accounts.changed': (accounts: Accounts) => void;
  'folder.changed': (folder: Folder) => void;
  'folder.removed': (folderId: string) => void;
  'folder.logged': (folderId: string, lines: readonly LogLine[]) => void;
  'connection.changed': (connection: Connection) => void;
  /** What was shown came from this machine's memory and has been replaced by these fresh answers. */
  'cache.refreshed': (paths: readonly string[]) => void;
  /** Somebody asked for a page from outside the window: the tray, a notification, a link. */
  'page.asked': (path: string) => void;
  'preferences.changed': (preferences: PreferencesState) => void;
  'notice.shown': (notice: Notice) => void;
  'about.changed': (about: About) => void;
  /** Why the engine stopped and what became of it; null once it runs again. */
  'engine.failed': (message: string | null) => void;
}
