import { ToolError } from '@stagelink/shared/tools/trouble';
import { toCliError } from '../exit.ts';

/** The last lines a failed build wrote that are worth a model's attention. */
const LINES = 40;

/** What went wrong, as the command line would say it. */
export function toldToAgent(cause: unknown): ToolError {
  if (cause instanceof ToolError) return cause;
  const { code, message, hint, lines } = toCliError(cause);
  return new ToolError(code, [...lines.slice(-LINES), message].join('\n'), hint, cause);
}
