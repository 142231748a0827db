import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import type { DesktopSession } from './desktopSession.ts';
import { familyOf, hasEnded, killIfRunning, type Process, processesWith } from './processes.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COMPANION = path.join(ROOT, 'desktop');
/** Time for a cancelled build to exit. */
const LEAVING_MS = 60_000;

/** A running companion. */
export interface Companion {
  app: ElectronApplication;
  window: Page;
  /** Its output, printed by a failing story. */
  output: () => string;
  isRunning: () => boolean;
  /** Quits it as its user would; no child process may remain. */
  quit: () => Promise<void>;
  /** Kills the app, or all its processes as a power cut does, and resolves when nothing of it runs. */
  kill: (what: 'app' | 'all') => Promise<void>;
  /** Starts the program once more and returns the exit code of the second process. */
  startAgain: (...args: string[]) => Promise<number | null>;
}

export interface CompanionOptions {
  /** Program of a package; by default the build, run with the stories' Electron. */
  program?: string;
  /** Further switches of the program. */
  switches?: readonly string[];
  /** Further environment variables. */
  env?: Record<string, string>;
}

/** Returns the program that runs the built companion. */
function electron(): string {
  const program = process.env['ELECTRON_PATH'] ?? path.join(ROOT, '.electron/electron');
  if (!existsSync(program))
    throw new Error('There is no Electron for this story: “npm test -- story” gets it.');
  return program;
}

/** Only root must run without Chromium's sandbox. */
const RUNTIME_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--password-store=gnome-libsecret',
  '--disable-background-networking',
  // There is none; probing for one sometimes prevents a window from being drawn.
  '--disable-gpu',
];

/** Everything the companion stores is in the home folder; its user data in `config/Stagelink`. */
export const userData = (home: string): string => path.join(home, 'config/Stagelink');

function environment(home: string, session: DesktopSession): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('ELECTRON_'));
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_CACHE_HOME: path.join(home, 'cache'),
    npm_config_cache: path.join(process.env['HOME'] ?? home, '.npm'),
    // The Node of the stories' Electron is too old for the engine.
    STAGELINK_ENGINE_NODE: process.execPath,
    ...session.env,
  };
}

/** Returns the processes that an app has left running, by the home folder in their environment. */
const processesOf = (home: string): Process[] => processesWith(`HOME=${home}\0`);

/** Returns the processes of a running app, and those that an earlier one has left. */
const processesOfApp = (home: string, app: ElectronApplication): Process[] => [
  ...familyOf(app.process().pid as number),
  ...processesOf(home),
];

/** Returns the pid of the engine. */
export function engineOf(home: string): number {
  const engine = processesOf(home).find(({ command }) => command.includes('engine.js'));
  if (!engine) throw new Error('There is no engine');
  return engine.pid;
}

/** Resolves when these processes and all others of the companion have ended. */
async function untilNoneIsLeft(home: string, known: readonly Process[]): Promise<void> {
  const deadline = Date.now() + LEAVING_MS;
  const running = () => [...known.filter((one) => !hasEnded(one)), ...processesOf(home)];
  for (let left = running(); left.length > 0; left = running()) {
    if (Date.now() > deadline)
      throw new Error(
        `The companion left processes behind:\n${left.map(({ command }) => command).join('\n')}`,
      );
    await sleep(50);
  }
}

/** Number of attempts to start, and the time its first window has to respond. */
const STARTS = 3;
const ANSWER_MS = 20_000;

interface Started {
  app: ElectronApplication;
  window: Page;
}

/** Returns null when the window's process hangs, or draws nothing. */
async function openWindow(app: ElectronApplication): Promise<Page | null> {
  // Waits for no promise: Electron's debugger drops one that was garbage collected.
  await app.evaluate(({ app: program }) => {
    const activate = () => void program.emit('activate');
    if (program.isReady()) activate();
    else program.once('ready', activate);
  });
  const window = await app.firstWindow();
  const drawn = window
    .waitForFunction(() => document.querySelector('#root > *') !== null, null, { timeout: ANSWER_MS })
    .then(() => true)
    .catch(() => false);
  return (await Promise.race([drawn, sleep(ANSWER_MS, false)])) ? window : null;
}

/**
 * Starts hidden, as the system does at login, and then opens the window: one that opens before the driver
 * is attached may never respond. The old Electron of the stories sometimes fails to start on a busy
 * machine; no step of a story has happened until its window responds, so it is started again.
 */
async function start(home: string, executablePath: string, args: string[], env: Record<string, string>) {
  for (let left = STARTS; ; left -= 1) {
    let app: ElectronApplication | null = null;
    try {
      app = await _electron.launch({ executablePath, args: [...args, '--hidden'], env });
      const window = await openWindow(app);
      if (window) return { app, window } satisfies Started;
      throw new Error('The window of the companion does not answer');
    } catch (cause) {
      if (left === 1) throw cause;
      const failed = app ? processesOfApp(home, app) : processesOf(home);
      failed.forEach(killIfRunning);
      await untilNoneIsLeft(home, failed);
    }
  }
}

/** Starts the companion of the user with this home folder. */
export async function launch(
  home: string,
  session: DesktopSession,
  { program, switches = [], env: variables = {} }: CompanionOptions = {},
): Promise<Companion> {
  const flags = [...(program ? [] : [COMPANION]), ...RUNTIME_FLAGS, ...switches];
  const env = { ...environment(home, session), ...variables };
  const executablePath = program ?? electron();
  const { app, window } = await start(home, executablePath, flags, env);
  const child = app.process();
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => (text += String(chunk)));
  }
  return {
    app,
    window,
    output: () => text,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async quit() {
      const before = processesOfApp(home, app);
      await app.close();
      await untilNoneIsLeft(home, before);
    },
    async kill(what) {
      // Stopped, it restarts none of the others, and they do not notice its end.
      if (what === 'all') child.kill('SIGSTOP');
      const before = processesOfApp(home, app);
      if (what === 'all') before.filter(({ pid }) => pid !== child.pid).forEach(killIfRunning);
      child.kill('SIGKILL');
      await untilNoneIsLeft(home, before);
    },
    async startAgain(...more) {
      const again = spawn(executablePath, [...flags, ...more], { env, stdio: 'ignore' });
      const [code] = (await once(again, 'exit')) as [number | null];
      return code;
    },
  };
}
