import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** What a program needs to run on a desktop. */
export interface DesktopSession {
  env: Record<string, string>;
  stop: () => Promise<void>;
}

const ended = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function stop(child: ChildProcess): Promise<void> {
  if (ended(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Starts a long-running program and waits for the first line of its output. */
async function start(
  program: string,
  args: readonly string[],
  more: { env?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(program, args, { env: more.env ?? process.env, stdio: ['pipe', 'pipe', 'pipe'] });
  // Reported below, by the missing line.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  child.stdin.end(more.input ?? '');
  const line = await new Promise<string | null>((resolve) => {
    const lines = createInterface({ input: child.stdout });
    lines.once('line', resolve);
    lines.once('close', () => resolve(null));
  });
  if (line === null) {
    throw new Error(`${program} did not start; “npm test -- story” installs it.\n${stderr}`);
  }
  return { child, line };
}

/**
 * Starts a display, a message bus and an unlocked keyring, so that secrets can be stored. On macOS the
 * logged-in session is used.
 */
export async function startDesktopSession(): Promise<DesktopSession> {
  if (process.platform !== 'linux') return { env: {}, stop: async () => {} };
  const home = await mkdtemp(path.join(tmpdir(), 'stagelink-desktop-'));
  const runtime = path.join(home, 'run');
  await mkdir(runtime, { mode: 0o700 });

  // Xvfb chooses a free display and reports it.
  const screen = ['-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-displayfd', '1'];
  const display = await start('Xvfb', screen);
  const bus = await start('dbus-daemon', ['--session', '--nofork', '--print-address=1']);
  const env = {
    DISPLAY: `:${display.line}`,
    DBUS_SESSION_BUS_ADDRESS: bus.line,
    XDG_RUNTIME_DIR: runtime,
    XDG_CURRENT_DESKTOP: 'GNOME',
  };
  const keyring = await start(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets', `--control-directory=${runtime}`],
    {
      env: { ...process.env, ...env, HOME: home, XDG_DATA_HOME: path.join(home, 'data') },
      input: 'the password of this session',
    },
  );
  return {
    env,
    async stop() {
      for (const { child } of [keyring, bus, display]) await stop(child);
      await rm(home, { recursive: true, force: true });
    },
  };
}
