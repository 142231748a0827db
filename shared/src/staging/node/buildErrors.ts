import type { UserError } from '../../client/userError.ts';
import { stageError } from '../core/errors.ts';
import type { Command } from '../core/events.ts';
import type { BuildLog } from './buildLog.ts';
import { missingHint, missingVariable } from './variables.ts';

/** How a command failed. */
interface FailedCommand {
  exitCode?: number | undefined;
  signal?: string | undefined;
}

const minutes = (milliseconds: number): string =>
  milliseconds < 60_000
    ? `${Math.round(milliseconds / 1000)} seconds`
    : `${Math.round(milliseconds / 60_000)} minutes`;

/** Returns the error of a command that printed more than `maxBytes`. */
export const printedTooMuch = ({ text }: Command, maxBytes: number, log: BuildLog): UserError =>
  stageError(
    'build_output_limit',
    `“${text}” printed more than ${Math.round(maxBytes / 1024 / 1024)} MB and was stopped.`,
    'Reduce the output of the build. It may be looping.',
    { lines: log.failingLines() },
  );

/** Returns the error of a command that did not finish in time. */
export const tookTooLong = ({ text }: Command, timeoutMs: number, log: BuildLog): UserError =>
  stageError(
    'build_timeout',
    `“${text}” did not finish within ${minutes(timeoutMs)} and was stopped.`,
    'Builds get no input and must finish. Check that it is not a watch or dev command.',
    { lines: log.failingLines() },
  );

/** Returns the error of a command whose program could not be started. */
export const couldNotStart = ({ argv: [program = ''] }: Command, cause: unknown): UserError =>
  stageError(
    'package_manager_missing',
    `“${program}” could not be started. It is not on the PATH, or you may not run it.`,
    `Install ${program}, then stage again.`,
    { cause },
  );

/** Returns the error of a command that ran and failed. Names a variable that its output says is missing. */
export function exitedWithFailure(command: Command, cause: FailedCommand, log: BuildLog): UserError {
  const how =
    cause.exitCode === undefined
      ? `was ended by ${cause.signal ?? 'the system'}`
      : `failed (exit code ${cause.exitCode})`;
  const missing = missingVariable(log.lines());
  const hint = missing === null || command.variables.includes(missing) ? null : missingHint(missing);
  const more = { lines: log.failingLines(), cause };
  return command.step === 'install'
    ? stageError(
        'install_failed',
        `Installing the dependencies failed: “${command.text}” ${how}.`,
        hint ?? 'Run it by hand in the project, then stage again.',
        more,
      )
    : stageError(
        'build_failed',
        `The build failed: “${command.text}” ${how}.`,
        hint ?? 'Correct the lines shown, then stage again.',
        more,
      );
}
