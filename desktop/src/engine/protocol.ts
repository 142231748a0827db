import type { Connection } from '../accounts.ts';
import type { Folder, FolderSettings, LogLine, StageRecord } from '../folders.ts';

/** An account as the engine needs it. Without a token nothing goes out, and what should is kept. */
export interface EngineAccount {
  id: string;
  server: string;
  token: string | null;
  /** The address of the proxy that this system uses for the server; null: none that is known. */
  proxy: string | null;
}

/** An answer of the server, kept so that a window opens with content and works without a network. */
export interface CachedAnswer {
  text: string;
  /** Epoch milliseconds. */
  storedAt: number;
}

/** A snapshot as the tray shows it. */
export interface TraySnapshot {
  id: string;
  name: string;
  url: string;
  unread: number;
}

/** A version on which pins have to be looked for, by whoever can show it. */
export interface PinsWanted {
  folderId: string;
  accountId: string;
  snapshotId: string;
  version: number;
  /** Where its files are; an origin of its own. */
  contentUrl: string;
}

/** The main process asks, the engine answers. */
export interface EngineCommands {
  /** Everybody known on this machine; again after each change. */
  'accounts.set': (accounts: readonly EngineAccount[], activeId: string | null) => void;
  'folders.list': () => readonly Folder[];
  'folders.add': (path: string) => Folder;
  'folders.change': (folderId: string, settings: Partial<FolderSettings>) => Folder;
  'folders.link': (folderId: string, snapshotId: string | null) => Folder;
  'folders.remove': (folderId: string) => void;
  'folders.stage': (folderId: string) => void;
  'folders.cancel': (folderId: string) => void;
  'folders.agree': (folderId: string, fingerprints: readonly string[]) => void;
  /** Lets the link show the version that waits, or the one it showed before. */
  'folders.publish': (folderId: string, version: number) => Folder;
  /** Throws the version that waits away. */
  'folders.discard': (folderId: string) => Folder;
  /** The pins that were wanted have been looked for, as far as that was possible. */
  'pins.looked': (folderId: string) => void;
  'folders.history': (folderId: string) => readonly StageRecord[];
  'folders.log': (folderId: string) => readonly LogLine[];
  /** The machine woke up, or its network changed: what waits to be tried again is tried now. */
  'network.recheck': () => void;
  'watching.pause': (isPaused: boolean) => void;
  'cache.put': (accountId: string, path: string, text: string) => void;
  'cache.get': (accountId: string, path: string) => CachedAnswer | null;
  /** Forgets everything kept of an account's lists. */
  'cache.forget': (accountId: string) => void;
  /** Does nothing but answer: a sign of life. */
  'engine.beat': () => void;
  /** Ends running stages in order and closes the store; the engine exits by itself then. */
  'engine.stop': () => void;
}

/** The engine tells. */
export interface EngineSignals {
  'folder.changed': (folder: Folder) => void;
  'folder.removed': (folderId: string) => void;
  'folder.logged': (folderId: string, lines: readonly LogLine[]) => void;
  /** A stage has ended, one way or the other; told once, with the folder as it was before. */
  'stage.ended': (folder: Folder, record: StageRecord, before: Folder) => void;
  'pins.wanted': (wanted: PinsWanted) => void;
  'connection.changed': (accountId: string, connection: Connection) => void;
  /** The server no longer takes an account's token. */
  'account.refused': (accountId: string) => void;
  'tray.changed': (snapshots: readonly TraySnapshot[], unread: number) => void;
  /** The store was damaged: it was set aside and begun anew. */
  'store.replaced': (message: string) => void;
}

export type EngineCommand = keyof EngineCommands;
export type EngineSignal = keyof EngineSignals;

/** What crosses the process border. A failed answer carries sentences for a person, never a stack. */
export type ToEngine = { id: number; command: EngineCommand; args: readonly unknown[] };
export type FromEngine =
  | { type: 'ready' }
  /** It cannot start, and ends: sentences for a person. */
  | { type: 'failed'; message: string }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'refusal'; id: number; code: string; message: string; hint: string }
  | { type: 'signal'; signal: EngineSignal; args: readonly unknown[] };
