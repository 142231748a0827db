import { text as readAll } from 'node:stream/consumers';
import type { Context } from './context.ts';
import { cancelled, usage } from './errors.ts';

type Prompts = typeof import('@clack/prompts');
interface Question {
  message: string;
  input: Context['stdin'];
  output: Context['stderr'];
  signal: AbortSignal;
}

/**
 * Prompts on stderr when a user can answer. Loads its library late, because most commands prompt for
 * nothing.
 */
async function ask<T extends string | boolean>(
  context: Context,
  message: string,
  how: (prompts: Prompts, question: Question) => Promise<T | symbol>,
): Promise<T> {
  const prompts = await import('@clack/prompts');
  const { stdin: input, stderr: output, signal } = context;
  const answer = await how(prompts, { message, input, output, signal });
  // The library returns a symbol for Escape and Ctrl-C.
  if (typeof answer === 'symbol') throw cancelled();
  return answer;
}

/** Enter means no, because this confirms running code or irreversible actions. */
export const confirm = (context: Context, message: string): Promise<boolean> =>
  ask<boolean>(context, message, (prompts, question) =>
    prompts.confirm({ ...question, initialValue: false }),
  );

/** Enter chooses the first option. */
export const choose = <T extends string>(
  context: Context,
  message: string,
  options: readonly { value: T; label: string }[],
): Promise<T> =>
  ask<string>(context, message, (prompts, question) =>
    prompts.select<string>({ ...question, options: [...options] }),
  ) as Promise<T>;

export const askText = (context: Context, message: string): Promise<string> =>
  ask<string>(context, message, (prompts, question) => prompts.text(question));

export const askSecret = (context: Context, message: string): Promise<string> =>
  ask<string>(context, message, (prompts, question) => prompts.password(question));

/** Reads a secret from a pipe. As an argument it would be visible to every process of the computer. */
export async function secretFromStdin(context: Context, flag: string): Promise<string> {
  if (context.stdin.isTTY)
    throw usage(
      `${flag} reads from a pipe, but nothing is piped in.`,
      `Try: command-that-prints-it | stagelink login ${flag}`,
    );
  const secret = (await readAll(context.stdin)).replace(/\r?\n$/, '');
  if (secret === '')
    throw usage(`${flag} was given, but nothing was piped in.`, 'Pipe the secret into the command.');
  return secret;
}
