import { CommanderError } from 'commander';
import {
  type Hints,
  type SuggestedSetting,
  toUserError,
  UserError,
} from '@stagelink/shared/client/userError';

export const usage = (message: string, hint: string): UserError => new UserError('usage', message, hint);

const FLAGS: Record<SuggestedSetting['name'], string> = { output: '--output', build: '--build' };

/** Returns an error whose hint names the flag of this command for what it advises to set. */
export function withFlag(error: UserError): UserError {
  const { code, message, hint, lines, setting, cause } = error;
  if (setting === null) return error;
  const value = /[\s<>]/.test(setting.value) ? `"${setting.value}"` : setting.value;
  const named = `${hint.replace(/\.$/, '')}: ${FLAGS[setting.name]} ${value}`;
  return new UserError(code, message, named, { lines, cause });
}

export const notSignedIn = (server: string): UserError =>
  new UserError(
    'not_signed_in',
    `You are not signed in to ${server}.`,
    'Run “stagelink login”, or set STAGELINK_TOKEN.',
  );

export const cancelled = (hint = 'Nothing was changed.'): UserError =>
  new UserError('cancelled', 'Cancelled.', hint);

/** What is left of an error after a signal ended the program. */
export function toInterruption(cause: unknown): UserError {
  const error = toCliError(cause);
  return error.code === 'cancelled' ? error : cancelled('Changes the server had already accepted remain.');
}

const LOOK_FOR_CAUSE = 'Run “stagelink doctor” to look for the cause.';
const HINTS: Hints = {
  invalid_input: 'Run the command with --help to see what it takes.',
  unauthenticated: 'Run “stagelink login”.',
  wrong_credentials: 'Check the email and the password, then try again.',
  not_found: 'Run “stagelink list” to see your snapshots.',
  gone: 'Run “stagelink list” to see your snapshots.',
  plan_limit: 'Delete something, or upgrade your plan.',
  too_large: 'Stage less.',
  rate_limited: 'Wait a moment, then try again.',
  storage_full: 'Ask the server’s administrator to free space.',
  unavailable: 'The server is not ready. Try again in a moment.',
  network: 'Check the connection, and the address with --server.',
  otherwise: LOOK_FOR_CAUSE,
  unexpected: LOOK_FOR_CAUSE,
};

/** Commander writes “error: unknown command 'x'”, and on a second line a suggestion: “(Did you mean y?)”. */
function commanderError({ message }: CommanderError): UserError {
  const [what = '', meant] = message.replace(/^error: /, '').split('\n');
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}${/[.?!)]$/.test(what) ? '' : '.'}`;
  return usage(sentence, `${meant ? `${meant.replace(/^\(|\)$/g, '')} ` : ''}Run “stagelink --help”.`);
}

export const toCliError = (cause: unknown): UserError =>
  cause instanceof CommanderError ? commanderError(cause) : toUserError(cause, HINTS);
