import { text as readAll } from 'node:stream/consumers';
import type { Context } from './context.ts';
import { cancelled, usage } from './exit.ts';

/** Asks on stderr, and only where somebody can answer; loaded late, as most commands ask nothing. */
const prompts = (): Promise<typeof import('@clack/prompts')> => import('@clack/prompts');

export async function confirm(context: Context, message: string): Promise<boolean> {
  const { confirm, isCancel } = await prompts();
  const answer = await confirm({
    message,
    input: context.stdin,
    output: context.stderr,
    signal: context.signal,
  });
  if (isCancel(answer)) throw cancelled();
  return answer;
}

export async function askText(context: Context, message: string): Promise<string> {
  const { text, isCancel } = await prompts();
  const answer = await text({
    message,
    input: context.stdin,
    output: context.stderr,
    signal: context.signal,
  });
  if (isCancel(answer)) throw cancelled();
  return answer;
}

export async function askSecret(context: Context, message: string): Promise<string> {
  const { password, isCancel } = await prompts();
  const answer = await password({
    message,
    input: context.stdin,
    output: context.stderr,
    signal: context.signal,
  });
  if (isCancel(answer)) throw cancelled();
  return answer;
}

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
