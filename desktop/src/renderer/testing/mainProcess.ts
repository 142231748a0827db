import { afterEach, beforeEach } from 'vitest';
import type { Commands, Events } from '../../protocol/window.ts';
import type { Folder } from '../../protocol/folders.ts';
import type { Account } from '../../protocol/accounts.ts';

type Handlers = {
  [C in keyof Commands]?: (...args: Parameters<Commands[C]>) => ReturnType<Commands[C]> | Promise<never>;
};
type Listener = (...args: readonly unknown[]) => void;

export const ada: Account = {
  id: 'account-ada',
  server: 'http://localhost:4600',
  uid: '01938c3e-0000-7000-8000-000000000001',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  isSignedIn: true,
};

/** Replies every page needs; tests override them. */
const AROUND: Handlers = {
  'accounts.list': () => ({ all: [ada], activeId: ada.id, warning: null }),
  'folders.list': () => [],
  'folders.history': () => [],
  'folders.log': () => [],
  'connection.get': () => ({ kind: 'online' }),
  'preferences.get': () => ({
    hotkey: null,
    opensAtLogin: false,
    isPaused: false,
    showsAlerts: true,
    hotkeyProblem: null,
  }),
  'about.get': () => ({ version: '0.1.0', update: null }),
  'engine.problem': () => null,
  'storeNotice.get': () => null,
};

let handlers: Handlers = AROUND;
let calls: { command: string; args: readonly unknown[] }[] = [];
const listeners = new Map<string, Set<Listener>>();

window.stagelink = {
  async invoke(command, ...args) {
    calls.push({ command, args });
    const handle = handlers[command] as ((...given: unknown[]) => never) | undefined;
    if (!handle) throw new Error(`This test has no reply for ${command}`);
    return await handle(...args);
  },
  on(signal, listener) {
    const own = listeners.get(signal) ?? new Set();
    listeners.set(signal, own.add(listener as Listener));
    return () => void own.delete(listener as Listener);
  },
  tokenForDrop: (file) => `token of ${file.name}`,
  platform: 'linux',
};

/** Fakes the main process: handles these commands and rejects all others. */
export function answer(own: Handlers): void {
  handlers = { ...AROUND, ...own };
}

export const refuse = (sentence: string): Promise<never> => Promise.reject(new Error(sentence));

/** Returns the arguments of each call of a command, oldest first. */
export const callsOf = (command: keyof Commands): (readonly unknown[])[] =>
  calls.filter((each) => each.command === command).map(({ args }) => args);

/** Dispatches an event of the main process. */
export function emit<S extends keyof Events>(signal: S, ...args: Parameters<Events[S]>): void {
  for (const listener of listeners.get(signal) ?? []) listener(...args);
}

let made = 0;

/** A folder that was staged once. */
export function folder(more: Partial<Folder> = {}): Folder {
  made += 1;
  const name = more.name ?? `shop-${made}`;
  return {
    id: `folder-${made}`,
    accountId: ada.id,
    path: `/home/ada/work/${name}`,
    name,
    settings: { buildCommand: null, output: null, variables: [], watched: 'sources', isProtected: true },
    detected: {
      kind: 'build',
      framework: 'Vite',
      packageManager: 'npm',
      commands: ['npm run build'],
      outputs: ['dist'],
    },
    link: {
      snapshotId: 'snapshot00000001',
      name: 'Shop',
      url: 'http://localhost:4600/s/snapshot00000001',
      password: 'maple-otter-42',
      version: 3,
      waiting: null,
    },
    state: { kind: 'idle' },
    watchProblem: null,
    lastStagedAt: Date.now() - 5 * 60_000,
    ...more,
  };
}

beforeEach(() => {
  handlers = AROUND;
  calls = [];
});

afterEach(() => listeners.clear());
