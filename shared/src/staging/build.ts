import type { ChildProcess } from 'node:child_process';
import { BuildLog } from './buildLog.ts';
import { endWithUs } from './endWithUs.ts';
import { cancelled, StageError } from './errors.ts';
import type { Command, Emit } from './events.ts';
import { missingHint, missingVariable } from './variables.ts';

export interface BuildLimits {
  milliseconds: number;
  /** Of printed output, all commands' streams together, per command. */
  outputBytes: number;
}

export const BUILD_LIMITS: BuildLimits = { milliseconds: 10 * 60_000, outputBytes: 16 * 1024 * 1024 };

export interface BuildOptions {
  environment: Record<string, string>;
  limits: BuildLimits;
  signal: AbortSignal;
  emit: Emit;
  now: () => number;
}

const minutes = (milliseconds: number): string =>
  milliseconds < 60_000
    ? `${Math.round(milliseconds / 1000)} seconds`
    : `${Math.round(milliseconds / 60_000)} minutes`;

/** How long output that was written before a command ended may take to arrive. */
const DRAIN_MS = 500;

/** Ends what a command has left running, and stops waiting for its output, which such a process may keep open. */
function endLeftovers({ pid, stdout, stderr }: ChildProcess): void {
  try {
    if (process.platform !== 'win32' && pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has ended already.
  }
  setTimeout(() => {
    stdout?.destroy();
    stderr?.destroy();
  }, DRAIN_MS).unref();
}

/**
 * Runs one command of a build with its own process group, no shell, no stdin and a clean environment, telling each
 * line it prints. Ending early for whatever reason ends everything it started, and so does the end of this process.
 * Throws `install_failed`, `build_failed`, `build_timeout`, `build_output_limit`, `package_manager_missing` or
 * `cancelled`.
 */
export async function runCommand(command: Command, options: BuildOptions): Promise<void> {
  const { emit, limits, signal } = options;
  const { execa } = await import('execa');
  if (signal.aborted) throw cancelled();
  const log = new BuildLog((text) => emit({ type: 'build_line', step: command.step, text }));
  const flood = new AbortController();
  emit({ type: 'build_started', command });
  const started = options.now();
  const [program = '', ...args] = command.argv;
  const running = execa(program, args, {
    cwd: command.cwd,
    env: options.environment,
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    buffer: false,
    encoding: 'buffer',
    reject: false,
    timeout: limits.milliseconds,
    cancelSignal: AbortSignal.any([signal, flood.signal]),
    killDescendants: true,
    forceKillAfterDelay: 2_000,
  });
  running.all.on('data', (chunk: Buffer) => {
    if (flood.signal.aborted) return;
    log.write(chunk);
    if (log.bytes > limits.outputBytes) flood.abort();
  });
  running.nodeChildProcess.once('exit', () => endLeftovers(running.nodeChildProcess));
  const letGo = running.pid === undefined ? null : await endWithUs(running.pid);
  const result = await running;
  void letGo?.();
  log.end();
  if (signal.aborted) throw cancelled();
  if (!result.failed) {
    emit({ type: 'build_finished', step: command.step, milliseconds: options.now() - started });
    return;
  }
  const lines = log.failingLines();
  if (flood.signal.aborted) {
    throw new StageError(
      'build_output_limit',
      `“${command.text}” printed more than ${Math.round(limits.outputBytes / 1024 / 1024)} MB and was stopped.`,
      'Make the build print less; it may be looping.',
      { lines },
    );
  }
  if (result.timedOut) {
    throw new StageError(
      'build_timeout',
      `“${command.text}” did not finish within ${minutes(limits.milliseconds)} and was stopped.`,
      'Builds get no keyboard and must end by themselves: check that it is not a watch or dev command.',
      { lines },
    );
  }
  if (result.code === 'ENOENT') {
    throw new StageError(
      'package_manager_missing',
      `“${program}” could not be started: there is no such program on the PATH.`,
      `Install ${program}, then stage again.`,
      { cause: result },
    );
  }
  const how =
    result.exitCode === undefined
      ? `was ended by ${result.signal ?? 'the system'}`
      : `failed (exit code ${result.exitCode})`;
  const missing = missingVariable(log.lines());
  const hint = missing === null || command.variables.includes(missing) ? null : missingHint(missing);
  throw command.step === 'install'
    ? new StageError(
        'install_failed',
        `Installing the dependencies failed: “${command.text}” ${how}.`,
        hint ?? 'Run it by hand in the project, then stage again.',
        { lines, cause: result },
      )
    : new StageError(
        'build_failed',
        `The build failed: “${command.text}” ${how}.`,
        hint ?? 'Correct the lines shown, then stage again.',
        { lines, cause: result },
      );
}
