import type { ChildProcess } from 'node:child_process';
import { BuildLog } from './buildLog.ts';
import { killWithParent } from './killWithParent.ts';
import { couldNotStart, exitedWithFailure, printedTooMuch, tookTooLong } from './buildErrors.ts';
import { cancelled } from '../core/errors.ts';
import type { Command, Emit } from '../core/events.ts';

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

/** No input, one stream of output, and nothing of this process's environment. */
const SPAWN = {
  extendEnv: false,
  stdin: 'ignore',
  all: true,
  buffer: false,
  encoding: 'buffer',
  reject: false,
  killDescendants: true,
  forceKillAfterDelay: 2_000,
} as const;

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
    ...SPAWN,
    cwd: command.cwd,
    env: options.environment,
    timeout: limits.milliseconds,
    cancelSignal: AbortSignal.any([signal, flood.signal]),
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
  if (flood.signal.aborted) throw printedTooMuch(command, limits.outputBytes, log);
  if (result.timedOut) throw tookTooLong(command, limits.milliseconds, log);
  // The system also answers EACCES for a missing program when a folder of the PATH cannot be read.
  if (result.code === 'ENOENT' || result.code === 'EACCES') throw couldNotStart(command, result);
  throw exitedWithFailure(command, result, log);
}
