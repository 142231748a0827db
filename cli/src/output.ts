import { paint } from './colour.ts';
import { type Context, type Result, writeStatus } from './context.ts';
import { exitCodeOf } from './exitCodes.ts';

/** JSON leaves some control characters unescaped, and terminals interpret them. */
// oxlint-disable-next-line no-control-regex -- escaping them is the purpose
export const toJson = (value: object): string =>
  JSON.stringify(value).replace(/[\u007f-\u009f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

/** Writes one JSON document, or lines with the most important last, to stdout. */
export function writeResult(context: Context, { data, lines }: Result): void {
  const text = context.json ? toJson({ ok: true, data }) : lines.join('\n');
  if (text !== '') context.stdout.write(`${text}\n`);
}

/** Writes JSON to stdout or sentences to stderr; returns the exit code. */
export async function writeError(context: Context, cause: unknown): Promise<number> {
  const { toCliError } = await import('./errors.ts');
  const error = toCliError(cause);
  const { code, message, hint, lines } = error;
  const exit = exitCodeOf(error);
  if (context.json) {
    context.stdout.write(
      `${toJson({ ok: false, error: { code, message, hint, ...(lines.length > 0 ? { lines } : {}) } })}\n`,
    );
    return exit;
  }
  for (const line of lines) writeStatus(context, paint(context, 'dim', `  ${line}`));
  writeStatus(context, paint(context, 'red', message));
  if (hint !== '') writeStatus(context, hint);
  return exit;
}
