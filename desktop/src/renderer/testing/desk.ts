import { afterEach, beforeEach } from 'vitest';
import type { Commands, Signals } from '../../ipc.ts';
import type { Folder } from '../../folders.ts';
import type { Account } from '../../accounts.ts';

type Handlers = {
  [C in keyof Commands]?: (...args: Parameters<Commands[C]>) => ReturnType<Commands[C]> | Promise<never>;
};
type Listener = (...told: readonly unknown[]) => void;

export const ada: Account = {
  id: 'account-ada',
  server: 'http://localhost:4600',
  uid: '01938c3e-0000-7000-8000-000000000001',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  isSignedIn: true,
};

/** What stands around every page and is another test's subject. */
const AROUND: Handlers = {
  'accounts.list': () => ({ all: [ada], activeId: ada.id, warning: null }),
  'folders.list': () => [],
  'folders.history': () => [],
  'folders.log': () => [],
  'connection.get': () => ({ kind: 'online' }),
  'preferences.get': () => ({ hotkey: null, opensAtLogin: false, isPaused: false, hotkeyProblem: null }),
  'about.get': () => ({ version: '0.1.0', update: null }),
  'engine.problem': () => null,
};

let handlers: Handlers = AROUND;
let heard: { command: string; args: readonly unknown[] }[] = [];
const listeners = new Map<string, Set<Listener>>();

window.desk = {
  async ask(command, ...args) {
    heard.push({ command, args });
    const handle = handlers[command] as ((...given: unknown[]) => never) | undefined;
    if (!handle) throw new Error(`Nobody answers ${command} in this test`);
    return await handle(...args);
  },
  hear(signal, listener) {
    const own = listeners.get(signal) ?? new Set();
    listeners.set(signal, own.add(listener as Listener));
    return () => void own.delete(listener as Listener);
  },
  pathOf: (file) => `/home/ada/${file.name}`,
  platform: 'linux',
};

/** Plays the main process: answers these commands; what nobody answers is refused. */
export function answer(own: Handlers): void {
  handlers = { ...AROUND, ...own };
}

/** A refusal, with its sentence for the person. */
export const refuse = (sentence: string): Promise<never> => Promise.reject(new Error(sentence));

/** What the main process was asked for by this command, oldest first. */
export const asked = (command: keyof Commands): (readonly unknown[])[] =>
  heard.filter((each) => each.command === command).map(({ args }) => args);

/** The main process tells. */
export function tell<S extends keyof Signals>(signal: S, ...told: Parameters<Signals[S]>): void {
  for (const listener of listeners.get(signal) ?? []) listener(...told);
}

let made = 0;

/** A folder that was staged once; `state` and the rest as a test needs them. */
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
  heard = [];
});

afterEach(() => listeners.clear());
