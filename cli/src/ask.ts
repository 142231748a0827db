import { text as readAll } from 'node:stream/consumers';
import type { Context } from './context.ts';
import { cancelled, usage } from './exit.ts';

type Prompts = typeof import('@clack/prompts');
interface Question {
  message: string;
  input: Context['stdin'];
  output: Context['stderr'];
  signal: AbortSignal;
}

/** Asks on stderr, and only where somebody can answer. The library is loaded late, as most commands ask nothing. */
async function ask<T extends string | boolean>(
  context: Context,
  message: string,
  how: (prompts: Prompts, question: Question) => Promise<T | symbol>,
): Promise<T> {
  const prompts = await import('@clack/prompts');
  const { stdin: input, stderr: output, signal } = context;
  const answer = await how(prompts, { message, input, output, signal });
  // The library's only symbol stands for Escape or Ctrl-C.
  if (typeof answer === 'symbol') throw cancelled();
  return answer;
}

/** Enter alone says no: what is confirmed runs code or cannot be undone. */
export const confirm = (context: Context, message: string): Promise<boolean> =>
  ask<boolean>(context, message, (prompts, question) =>
    prompts.confirm({ ...question, initialValue: false }),
  );

export const askText = (context: Context, message: string): Promise<string> =>
  ask<string>(context, message, (prompts, question) => prompts.text(question));

export const askSecret = (context: Context, message: string): Promise<string> =>
  ask<string>(context, message, (prompts, question) => prompts.password(question));

/** A secret piped in; it must not be an argument, where every process of the machine can read it. */
export async function secretFromStdin(context: Context, flag: string): Promise<string> {
  if (context.stdin.isTTY)
    throw usage(
      `${flag} reads from a pipe, and there is none.`,
      `Try: command-that-prints-it | stagelink login ${flag}`,
    );
  const secret = (await readAll(context.stdin)).replace(/\r?\n$/, '');
  if (secret === '')
    throw usage(`${flag} was given, but nothing was piped in.`, 'Pipe the secret into the command.');
  return secret;
}
