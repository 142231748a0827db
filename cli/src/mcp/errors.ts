import { UserError } from '@stagelink/shared/client/userError';
import { toCliError } from '../errors.ts';

/** Last lines of a failed build that a model receives. */
const LINES = 40;

/** What an agent does where its tools have other names than the flags of the command line. */
const HINTS: Partial<Record<string, string>> = {
  unconfirmed_link:
    'Ask the person in the conversation: with snapshot and that link it is staged to it, with newLink to another.',
};

/** What went wrong, as the command line would say it. */
export function toAgentError(cause: unknown): UserError {
  const { code, message, hint, lines } = toCliError(cause);
  const text = [...lines.slice(-LINES), message].join('\n');
  return new UserError(code, text, HINTS[code] ?? hint, { cause });
}
