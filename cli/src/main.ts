import { constants } from 'node:os';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { type Context, DEFAULT_SERVER, type Result, VERSION } from './context.ts';
import { answer, answerError } from './answer.ts';
import type { StopSignal } from './exit.ts';
import { MCP_HELP } from './mcp/help.ts';

const stop = new AbortController();
const { argv, env, stdin, stdout, stderr } = process;

interface Globals {
  server?: string;
  insecure?: boolean;
}

function contextFor({ server, insecure }: Globals = {}): Context {
  const json = argv.includes('--json');
  const interactive = Boolean(stdin.isTTY && stderr.isTTY) && !json && !env.CI;
  return {
    env,
    cwd: process.cwd(),
    stdin,
    stdout,
    stderr,
    json,
    server,
    insecure: insecure ?? env['STAGELINK_INSECURE'] === '1',
    interactive,
    signal: stop.signal,
  };
}

/** Wraps what a command does: commander hands over arguments, then options, then the command itself. */
function act<Rest extends unknown[]>(
  load: () => Promise<{ run: (context: Context, ...rest: Rest) => Promise<Result> }>,
) {
  return async (...given: unknown[]): Promise<void> => {
    const context = contextFor((given.at(-1) as Command).optsWithGlobals<Globals>());
    const { run } = await load();
    answer(context, await run(context, ...(given.slice(0, -1) as Rest)));
  };
}

/** An empty value is most often a variable that is not set. */
function text(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return value;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}

const several = (value: string, before: string[] = []): string[] => [...before, text(value)];

const TARGET = 'id or link of a snapshot, or a folder that was staged (default: the current folder)';

function program(): Command {
  const stagelink = new Command('stagelink')
    .description('Turns a folder into a private link that people open, comment on and approve.')
    .version(VERSION, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .option(
      '--server <address>',
      `the server (default: STAGELINK_SERVER, the last one signed in to, or ${DEFAULT_SERVER})`,
    )
    .option(
      '--insecure',
      'send the token to an http:// server on another machine (or set STAGELINK_INSECURE=1)',
    )
    .option('--json', 'print one JSON document on stdout')
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
  const add = (name: string, summary: string): Command =>
    stagelink
      .command(name)
      .description(summary)

      .helpOption('-h, --help', 'show help');

  add('login', 'sign in and keep an access token for this machine')
    .option('--email <email>', 'sign in with email and password instead of the browser', text)
    .option('--password-stdin', 'read the password from a pipe')
    .option('--token-stdin', 'read an access token from a pipe instead')
    .action(act(() => import('./commands/login.ts')));
  add('logout', 'revoke this machine’s access token and forget it').action(
    act(() => import('./commands/logout.ts')),
  );
  add('whoami', 'show who is signed in').action(act(() => import('./commands/whoami.ts')));
  add('stage', 'stage a folder; again at the same link when it was staged before')
    .argument('[folder]', 'the prototype (default: the current folder)')
    .option('--to <snapshot>', 'make a new version of this snapshot: its link or id', text)
    .option('--new', 'make a new link even if the folder has one')
    .option('--name <name>', 'what the snapshot is called (default: the folder’s name)', text)
    .option('--password <text>', 'the password visitors need (default: a generated one)', text)
    .option('--no-password', 'let everyone with the link in')
    .option('--expires <days>', 'how many days the link lives', wholeNumber)
    .option('--project <id>', 'the project it belongs to', text)
    .option('--description <text>', 'a note for yourself')
    .option('--tag <tag>', 'a tag; may be repeated', several)
    .option('--build <command>', 'the command that builds it (default: its build script)', text)
    .option('--no-build', 'stage what is already built')
    .option('--output <dir>', 'the folder the build writes (default: found by itself)', text)
    .option('--env <name>', 'a variable of your shell that the build gets; may be repeated', several)
    .option('-y, --yes', 'allow the build to run without asking')
    .action(act(() => import('./commands/stage.ts')));
  add('link', 'write which snapshot the current folder is staged to, for all who have the folder')
    .argument('[snapshot]', 'its link or id (default: the one the folder was staged to)')
    .action(act(() => import('./commands/link.ts')));
  add('open', 'open a snapshot in the browser')
    .argument('[snapshot]', TARGET)
    .option('--print', 'only print the link')
    .action(act(() => import('./commands/open.ts')));
  add('list', 'list your snapshots')
    .option('--search <text>', 'only those whose name contains it')
    .option('--expired', 'show expired ones too')
    .option('--limit <number>', 'how many at most', wholeNumber)
    .action(act(() => import('./commands/list.ts')));
  add('extend', 'give a snapshot 7 more days')
    .argument('[snapshot]', TARGET)
    .action(act(() => import('./commands/extend.ts')));
  add('rm', 'delete a snapshot; its link stops working')
    .argument('[snapshot]', TARGET)
    .option('-y, --yes', 'delete without asking')
    .action(act(() => import('./commands/rm.ts')));
  addFeedback(stagelink);
  add('mcp', 'serve tools to a coding agent on stdin and stdout')
    .addHelpText('after', MCP_HELP)
    .action(act(() => import('./commands/mcp.ts')));
  add('doctor', 'check everything staging needs')
    .argument('[folder]', 'the prototype (default: the current folder)')
    .action(act(() => import('./commands/doctor.ts')));
  return stagelink;
}

const THREAD = 'id of a thread, or a link to it; “stagelink comments list” shows them';

/** What people have said about a snapshot. */
function addFeedback(stagelink: Command): void {
  const group = (name: string, summary: string) => {
    const made = stagelink.command(name).description(summary).helpOption('-h, --help', 'show help');
    return made.action(() => made.outputHelp());
  };
  const comments = group('comments', 'read and answer what people said');
  const reviews = group('reviews', 'ask people for their verdict');
  const add = (to: Command, name: string, summary: string) =>
    to.command(name).description(summary).helpOption('-h, --help', 'show help');

  add(comments, 'list', 'list open threads, newest first')
    .argument(
      '[snapshot]',
      'id or link of a snapshot, or a staged folder (default: this folder, else all of yours)',
    )
    .option('--all', 'show resolved threads too')
    .option('--resolved', 'show resolved threads only')
    .option('--route <path>', 'only those on this page of the prototype, such as /checkout')
    .option('--reviewer <name>', 'only those begun by somebody whose name contains it')
    .option('--limit <number>', 'how many at most', wholeNumber)
    .action(act(() => import('./commands/comments/list.ts')));
  add(comments, 'show', 'show one thread with its element and its replies')
    .argument('<id>', THREAD)
    .action(act(() => import('./commands/comments/show.ts')));
  add(comments, 'reply', 'answer a thread')
    .argument('<id>', THREAD)
    .argument('<text>', 'Markdown; - reads it from a pipe')
    .action(act(() => import('./commands/comments/reply.ts')));
  add(comments, 'resolve', 'mark a thread as done')
    .argument('<id>', THREAD)
    .action(act(() => import('./commands/comments/resolve.ts')));
  add(comments, 'reopen', 'open a resolved thread again')
    .argument('<id>', THREAD)
    .action(act(() => import('./commands/comments/reopen.ts')));
  add(reviews, 'request', 'ask people to review a snapshot; each is mailed a link')
    .argument('[snapshot]', TARGET)
    .option('--reviewer <person>', 'such as "Bea <bea@example.com>"; may be repeated', several)
    .option('--deadline <time>', 'by when, such as 2026-12-24')
    .option('--notes <text>', 'what to look at')
    .action(act(() => import('./commands/reviews/request.ts')));
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies StopSignal[];

/** The first signal ends the work in order; a second one ends the program. */
function listenForStop(): void {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(128 + constants.signals[signal]);
      stop.abort(signal);
    });
  }
}

/** A reader that has read enough, such as `head`, closes the pipe: nothing is wrong. */
function endWithReader(): void {
  for (const stream of [stdout, stderr]) {
    stream.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EPIPE') process.exit();
      throw cause;
    });
  }
}

async function fail(cause: unknown): Promise<number> {
  // Help and version come as errors too; they are what was asked for.
  if (cause instanceof CommanderError && cause.exitCode === 0) return 0;
  if (!stop.signal.aborted) return answerError(contextFor(), cause);
  const { interrupted } = await import('./exit.ts');
  return answerError(contextFor(), interrupted(stop.signal.reason as StopSignal, cause));
}

listenForStop();
endWithReader();
try {
  // Without a command there is nothing to do but to say what could be done.
  await program().parseAsync(argv.length > 2 ? argv : [...argv, '--help']);
} catch (cause) {
  process.exitCode = await fail(cause);
}
