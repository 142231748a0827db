import { UserError } from '@stagelink/shared/client/userError';
import { toCliError } from '../errors.ts';

/** Last lines of a failed build that a model receives. */
const LINES = 40;

/** What went wrong, as the command line would say it. */
export function toAgentError(cause: unknown): UserError {
  const { code, message, hint, lines } = toCliError(cause);
  return new UserError(code, [...lines.slice(-LINES), message].join('\n'), hint, { cause });
}
