import { paint } from './colour.ts';
import { type Context, type Result, say } from './context.ts';

/** JSON leaves some control characters as they are, and terminals obey those too. */
// oxlint-disable-next-line no-control-regex -- making them harmless is the point
const toJson = (value: object): string =>
  JSON.stringify(value).replace(/[\u007f-\u009f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

/** What a command leaves, on stdout: one JSON document, or lines with the most wanted last. */
export function answer(context: Context, { data, lines }: Result): void {
  const text = context.json ? toJson({ ok: true, data }) : lines.join('\n');
  if (text !== '') context.stdout.write(`${text}\n`);
}

/** What went wrong: JSON on stdout for programs, else sentences on stderr for people. Gives the exit code. */
export async function answerError(context: Context, cause: unknown): Promise<number> {
  const { toCliError } = await import('./exit.ts');
  const { code, message, hint, lines, exit } = toCliError(cause);
  if (context.json) {
    context.stdout.write(
      `${toJson({ ok: false, error: { code, message, hint, ...(lines.length > 0 ? { lines } : {}) } })}\n`,
    );
    return exit;
  }
  for (const line of lines) say(context, paint(context, 'dim', `  ${line}`));
  say(context, paint(context, 'red', message));
  say(context, hint);
  return exit;
}
