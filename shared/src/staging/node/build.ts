import type { ChildProcess } from 'node:child_process';
import { BuildLog } from './buildLog.ts';
import { killWithParent } from './killWithParent.ts';
import { cancelled, stageError } from '../core/errors.ts';
import type { Command, Emit } from '../core/events.ts';
import { missingHint, missingVariable } from './variables.ts';

export interface BuildLimits {
  milliseconds: number;
  /** Bytes of output per command, all streams together. */
  outputBytes: number;
}

export const BUILD_LIMITS: BuildLimits = { milliseconds: 10 * 60_000, outputBytes: 16 * 1024 * 1024 };

export interface BuildOptions {
  environment: Record<string, string>;
  limits: BuildLimits;
  signal: AbortSignal;
  emit: Emit;
  monotonicMs: () => number;
}

const minutes = (milliseconds: number): string =>
  milliseconds < 60_000
    ? `${Math.round(milliseconds / 1000)} seconds`
    : `${Math.round(milliseconds / 60_000)} minutes`;

/** Time for output written before a command ended to arrive. */
const DRAIN_MS = 500;

/** Kills what a command has left running and stops reading its output, which such a process may keep open. */
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
 * Runs one command of a build in its own process group, without shell and stdin, in a clean environment,
 * and emits each line of output. Ending early, or the end of this process, kills everything it started.
 * Throws `install_failed`, `build_failed`, `build_timeout`, `build_output_limit`, `package_manager_missing`
 * or `cancelled`.
 */
export async function runCommand(command: Command, options: BuildOptions): Promise<void> {
  const { emit, limits, signal } = options;
  const { execa } = await import('execa');
  if (signal.aborted) throw cancelled();
  const log = new BuildLog((text) => emit({ type: 'build_line', step: command.step, text }));
  const flood = new AbortController();
  emit({ type: 'build_started', command });
  const started = options.monotonicMs();
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
  const letGo = running.pid === undefined ? null : await killWithParent(running.pid);
  const result = await running;
  void letGo?.();
  log.end();
  if (signal.aborted) throw cancelled();
  if (!result.failed) {
    emit({ type: 'build_finished', step: command.step, milliseconds: options.monotonicMs() - started });
    return;
  }
  const lines = log.failingLines();
  if (flood.signal.aborted) {
    throw stageError(
      'build_output_limit',
      `“${command.text}” printed more than ${Math.round(limits.outputBytes / 1024 / 1024)} MB and was stopped.`,
      'Reduce the output of the build. It may be looping.',
      { lines },
    );
  }
  if (result.timedOut) {
    throw stageError(
      'build_timeout',
      `“${command.text}” did not finish within ${minutes(limits.milliseconds)} and was stopped.`,
      'Builds get no input and must finish. Check that it is not a watch or dev command.',
      { lines },
    );
  }
  // The system also answers EACCES for a missing program when a folder of the PATH cannot be read.
  if (result.code === 'ENOENT' || result.code === 'EACCES') {
    throw stageError(
      'package_manager_missing',
      `“${program}” could not be started. It is not on the PATH, or you may not run it.`,
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
    ? stageError(
        'install_failed',
        `Installing the dependencies failed: “${command.text}” ${how}.`,
        hint ?? 'Run it by hand in the project, then stage again.',
        { lines, cause: result },
      )
    : stageError(
        'build_failed',
        `The build failed: “${command.text}” ${how}.`,
        hint ?? 'Correct the lines shown, then stage again.',
        { lines, cause: result },
      );
}
