import type { Connection } from './accounts.ts';
import type { Folder, FolderSettings, LogLine, StageRecord } from './folders.ts';

/** Account as the engine needs it. Without a token, stages are queued. */
export interface EngineAccount {
  id: string;
  server: string;
  uid: string;
  token: string | null;
  /** URL of the system's proxy for the server; null without one. */
  proxy: string | null;
}

/** Cached response, so a window opens with content and works offline. */
export interface CachedAnswer {
  text: string;
  /** Epoch milliseconds. */
  storedAt: number;
}

/** Snapshot as the tray shows it. */
export interface TraySnapshot {
  id: string;
  name: string;
  url: string;
  unread: number;
}

/** A mention, a reply or a decision. */
export interface Alert {
  title: string;
  body: string;
  /** Path of the web app; null when there is nothing to open. */
  path: string | null;
}

/** Version whose pins must be verified. */
export interface PinVerificationRequest {
  folderId: string;
  accountId: string;
  snapshotId: string;
  version: number;
  /** Content origin of the version. */
  contentUrl: string;
}

/** Commands from the main process to the engine. */
export interface EngineCommands {
  /** All signed-in accounts; repeated after each change. */
  'accounts.set': (accounts: readonly EngineAccount[], activeId: string | null) => void;
  'folders.list': () => readonly Folder[];
  'folders.add': (path: string) => Folder;
  'folders.change': (folderId: string, settings: Partial<FolderSettings>) => Folder;
  'folders.link': (folderId: string, snapshotId: string | null) => Folder;
  'folders.remove': (folderId: string) => void;
  'folders.stage': (folderId: string) => void;
  'folders.cancel': (folderId: string) => void;
  'folders.agree': (folderId: string, fingerprints: readonly string[]) => void;
  /** Answers the question that ended the folder's stage. */
  'folders.decide': (folderId: string, isYes: boolean) => void;
  /** Publishes the draft, or the previously published version. */
  'folders.publish': (folderId: string, version: number) => Folder;
  /** Discards the draft. */
  'folders.discard': (folderId: string) => Folder;
  /** The requested pins were verified, as far as possible. */
  'pins.looked': (folderId: string) => void;
  'folders.history': (folderId: string) => readonly StageRecord[];
  'folders.log': (folderId: string) => readonly LogLine[];
  /** The computer woke up or its network changed; queued work is retried now. */
  'network.recheck': () => void;
  'watching.pause': (isPaused: boolean) => void;
  'cache.put': (accountId: string, path: string, text: string) => void;
  'cache.get': (accountId: string, path: string) => CachedAnswer | null;
  /** Deletes an account's cached lists. */
  'cache.forget': (accountId: string) => void;
  /** Returns at once; used as heartbeat. */
  'engine.beat': () => void;
  /** Ends running stages in order and closes the store; then the engine exits. */
  'engine.stop': () => void;
}

/** Events of the engine. */
export interface EngineSignals {
  'folder.changed': (folder: Folder) => void;
  'folder.removed': (folderId: string) => void;
  'folder.logged': (folderId: string, lines: readonly LogLine[]) => void;
  /** A stage ended; sent once, with the folder as it was before. */
  'stage.ended': (folder: Folder, record: StageRecord, before: Folder) => void;
  'pins.wanted': (wanted: PinVerificationRequest) => void;
  'connection.changed': (accountId: string, connection: Connection) => void;
  /** The server rejected an account's token. */
  'account.refused': (accountId: string) => void;
  /** `alerts` are those that came since the last time. */
  'tray.changed': (snapshots: readonly TraySnapshot[], unread: number, alerts: readonly Alert[]) => void;
  /** The store was damaged, set aside and created again. */
  'store.replaced': (message: string) => void;
}

/** The file in the store’s folder that has a text about it for the user, as JSON, until it is dismissed. */
export const STORE_NOTICE = 'notice.json';

export type EngineCommand = keyof EngineCommands;
export type EngineSignal = keyof EngineSignals;

/** Sends a signal of the engine to the main process. */
export type EmitSignal = <S extends EngineSignal>(signal: S, ...args: Parameters<EngineSignals[S]>) => void;

/** What crosses the process border. A failed answer carries sentences for a person, never a stack. */
export type ToEngine = { id: number; command: EngineCommand; args: readonly unknown[] };
export type FromEngine =
  | { type: 'ready' }
  /** The engine cannot start and exits; sentences for the user. */
  | { type: 'failed'; message: string }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'refusal'; id: number; code: string; message: string; hint: string }
  | { type: 'signal'; signal: EngineSignal; args: readonly unknown[] };
