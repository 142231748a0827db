import { CommanderError } from 'commander';
import { ApiError, foreignAnswer, NetworkError } from '@stagelink/shared/client';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import { type StageCode, StageError } from '@stagelink/shared/staging/errors';
import { ToolError } from '@stagelink/shared/tools/trouble';

/** Exit codes, a promise to scripts. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  notFound: 4,
  limit: 5,
  network: 6,
  buildFailed: 7,
  /** What shells say of a program ended by SIGHUP, by Ctrl-C and by SIGTERM. */
  hungUp: 129,
  cancelled: 130,
  terminated: 143,
} as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command. `message` says what is wrong, `hint` what to do about it. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: Exit;
  readonly code: string;
  readonly hint: string;
  readonly lines: readonly string[];

  constructor(
    exit: Exit,
    code: string,
    message: string,
    hint: string,
    more: { lines?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.exit = exit;
    this.code = code;
    this.hint = hint;
    this.lines = more.lines ?? [];
  }

  withExit(exit: Exit): CliError {
    const { code, message, hint, lines, cause } = this;
    return new CliError(exit, code, message, hint, { lines, cause });
  }

  withoutLines(): CliError {
    const { exit, code, message, hint, cause } = this;
    return new CliError(exit, code, message, hint, { cause });
  }
}

export const usage = (message: string, hint: string): CliError =>
  new CliError(EXIT.usage, 'usage', message, hint);

export const notSignedIn = (server: string): CliError =>
  new CliError(
    EXIT.notSignedIn,
    'not_signed_in',
    `You are not signed in to ${server}.`,
    'Run “stagelink login”, or set STAGELINK_TOKEN.',
  );

export const cancelled = (hint = 'Nothing was changed.'): CliError =>
  new CliError(EXIT.cancelled, 'cancelled', 'Cancelled.', hint);

const BY_SIGNAL = { SIGHUP: EXIT.hungUp, SIGINT: EXIT.cancelled, SIGTERM: EXIT.terminated } as const;
export type StopSignal = keyof typeof BY_SIGNAL;

/** What a signal ended, whatever was thrown on the way out. */
export function interrupted(signal: StopSignal, cause: unknown): CliError {
  const known = toCliError(cause);
  const error =
    known.code === 'cancelled' ? known : cancelled('What the server had accepted before stays as it is.');
  return error.withExit(BY_SIGNAL[signal]);
}

const BY_STAGE_CODE: Partial<Record<StageCode, Exit>> = {
  folder_missing: EXIT.usage,
  bad_command: EXIT.usage,
  bad_variable: EXIT.usage,
  package_manager_missing: EXIT.buildFailed,
  install_failed: EXIT.buildFailed,
  build_failed: EXIT.buildFailed,
  build_timeout: EXIT.buildFailed,
  build_output_limit: EXIT.buildFailed,
  limit: EXIT.limit,
  network: EXIT.network,
  not_signed_in: EXIT.notSignedIn,
  snapshot_gone: EXIT.notFound,
  cancelled: EXIT.cancelled,
};

const BY_API_CODE: Partial<Record<ErrorCode, { exit: Exit; hint: string }>> = {
  unauthenticated: { exit: EXIT.notSignedIn, hint: 'Run “stagelink login”.' },
  wrong_credentials: { exit: EXIT.notSignedIn, hint: 'Check the email and the password, then try again.' },
  not_found: { exit: EXIT.notFound, hint: 'Run “stagelink list” to see what there is.' },
  gone: { exit: EXIT.notFound, hint: 'Run “stagelink list” to see what there is.' },
  plan_limit: { exit: EXIT.limit, hint: 'Delete something, or move to a larger plan.' },
  too_large: { exit: EXIT.limit, hint: 'Stage less.' },
  rate_limited: { exit: EXIT.limit, hint: 'Wait a moment, then try again.' },
  storage_full: { exit: EXIT.limit, hint: 'Ask whoever runs the server to make room.' },
  unavailable: { exit: EXIT.network, hint: 'The server is up but not ready; try again in a moment.' },
};

/** Commander says “error: unknown command 'x'”, and on a second line what was meant: “(Did you mean y?)”. */
function commanderError({ message }: CommanderError): CliError {
  const [what = '', meant] = message.replace(/^error: /, '').split('\n');
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}${/[.?!)]$/.test(what) ? '' : '.'}`;
  return usage(sentence, `${meant ? `${meant.replace(/^\(|\)$/g, '')} ` : ''}Run “stagelink --help”.`);
}

/** Whatever was thrown, as what the person is told and the shell gets. */
export function toCliError(cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  if (cause instanceof CommanderError) return commanderError(cause);
  if (cause instanceof StageError) {
    const { code, message, hint, lines } = cause;
    return new CliError(BY_STAGE_CODE[code] ?? EXIT.failed, code, message, hint, { lines, cause });
  }
  if (cause instanceof ToolError) {
    const { code, message, hint } = cause;
    return new CliError(code === 'not_found' ? EXIT.notFound : EXIT.failed, code, message, hint, { cause });
  }
  if (cause instanceof NetworkError) {
    return new CliError(
      EXIT.network,
      'network',
      cause.message,
      'Check the connection, and the address with --server.',
      { cause },
    );
  }
  if (cause instanceof ApiError && cause.isForeign) {
    const { message, hint } = foreignAnswer(cause);
    return new CliError(EXIT.network, 'network', message, hint, { cause });
  }
  if (cause instanceof ApiError) {
    const { exit, hint } = BY_API_CODE[cause.code] ?? {
      exit: EXIT.failed,
      hint: 'Run “stagelink doctor” to look for the cause.',
    };
    return new CliError(exit, cause.code, cause.message, hint, { cause });
  }
  const message = cause instanceof Error ? cause.message : String(cause);
  return new CliError(
    EXIT.failed,
    'unexpected',
    `Something unexpected happened: ${message}`,
    'Run “stagelink doctor” to look for the cause.',
    { cause },
  );
}
