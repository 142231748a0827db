import { constants } from 'node:os';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { type Context, DEFAULT_SERVER, type Result, VERSION } from './context.ts';
import { writeResult, writeError } from './output.ts';
import { EXIT_BY_SIGNAL, type StopSignal } from './exitCodes.ts';
import type { AgentOptions } from './agents/run.ts';
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

/** Adapts a command: commander passes arguments, options and then the command object. */
function handle<Rest extends unknown[]>(
  load: () => Promise<{ run: (context: Context, ...rest: Rest) => Promise<Result | null> }>,
) {
  return async (...given: unknown[]): Promise<void> => {
    const context = contextFor((given.at(-1) as Command).optsWithGlobals<Globals>());
    const { run } = await load();
    const result = await run(context, ...(given.slice(0, -1) as Rest));
    // A command that runs until Ctrl-C writes its results as they come.
    if (result !== null) writeResult(context, result);
  };
}

/** An empty value is usually an unset variable. */
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

  add('login', 'sign in and keep an access token for this computer')
    .option('--email <email>', 'sign in with email and password instead of the browser', text)
    .option('--password-stdin', 'read the password from a pipe')
    .option('--token-stdin', 'read an access token from a pipe instead')
    .action(handle(() => import('./commands/login.ts')));
  add('logout', 'revoke this computer’s access token and forget it').action(
    handle(() => import('./commands/logout.ts')),
  );
  add('whoami', 'show who is signed in').action(handle(() => import('./commands/whoami.ts')));
  add('stage', 'stage a folder or a file, at the same link when it was staged before')
    .argument(
      '[folder]',
      'the prototype, a page, a picture, a text, a PDF, a video or a zip (default: the current folder)',
    )
    .option('--to <snapshot>', 'restage this snapshot: its link or id', text)
    .option('--new', 'create a new link even if the folder has one')
    .option('--name <name>', 'name of the snapshot (default: the folder’s name)', text)
    .option('--password <text>', 'the password visitors need (default: a generated one)', text)
    .option('--no-password', 'allow everyone with the link to open it')
    .option('--expires <days>', 'how many days the link is valid', wholeNumber)
    .option('--project <id>', 'project of the snapshot', text)
    .option('--description <text>', 'description, visible to you only')
    .option('--tag <tag>', 'a tag; may be repeated', several)
    .option('--build <command>', 'build command (default: the build script)', text)
    .option('--no-build', 'stage the existing output')
    .option('--output <dir>', 'the folder the build writes (default: detected)', text)
    .option('--env <name>', 'environment variable to pass to the build; may be repeated', several)
    .option('-y, --yes', 'allow the build to run without asking')
    .option('--allow-secrets', 'publish files although they hold secret keys')
    .action(handle(() => import('./commands/stage.ts')));
  add('link', 'link the current folder to a snapshot, for everyone who has the folder')
    .argument('[snapshot]', 'its link or id (default: the one the folder was staged to)')
    .action(handle(() => import('./commands/link.ts')));
  add('open', 'open a snapshot in the browser')
    .argument('[snapshot]', TARGET)
    .option('--print', 'only print the link')
    .action(handle(() => import('./commands/open.ts')));
  add('list', 'list your snapshots')
    .option('--search <text>', 'only snapshots whose name contains it')
    .option('--expired', 'show expired ones too')
    .option('--limit <number>', 'maximum number', wholeNumber)
    .action(handle(() => import('./commands/list.ts')));
  add('download', 'save a version of a snapshot as a zip')
    .argument('[snapshot]', TARGET)
    .option('--of <version>', 'number of a version (default: the published one)', wholeNumber)
    .option('--output <path>', 'the zip, or an existing folder for it (default: the current folder)', text)
    .action(handle(() => import('./commands/download.ts')));
  add('extend', 'give a snapshot 7 more days')
    .argument('[snapshot]', TARGET)
    .action(handle(() => import('./commands/extend.ts')));
  add('rm', 'delete a snapshot and its link')
    .argument('[snapshot]', TARGET)
    .option('-y, --yes', 'delete without asking')
    .action(handle(() => import('./commands/rm.ts')));
  addFeedback(stagelink);
  add('findings', 'list what checks of a snapshot’s pages found, most harmful first')
    .argument('[snapshot]', TARGET)
    .option('--all', 'show dismissed and fixed ones, too')
    .option('--of <version>', 'number of a version (default: the published one)', wholeNumber)
    .option('--dismiss <finding>', 'dismiss the finding with this id; needs --reason')
    .option('--reason <reason>', 'not_a_problem, accepted or wrong')
    .action(handle(() => import('./commands/findings.ts')));
  add('mcp', 'serve tools to a coding agent over stdin and stdout')
    .addHelpText('after', MCP_HELP)
    .action(handle(() => import('./commands/mcp.ts')));
  addAgents(stagelink);
  add('doctor', 'check the requirements for staging')
    .argument('[folder]', 'the prototype (default: the current folder)')
    .action(handle(() => import('./commands/doctor.ts')));
  return stagelink;
}

function addAgents(stagelink: Command): void {
  const agent = stagelink
    .command('agent')
    .description('add Stagelink to the coding agents of a folder')
    .helpOption('-h, --help', 'show help');
  agent.action(() => agent.outputHelp());
  const add = (direction: 'install' | 'uninstall', summary: string) =>
    agent
      .command(direction)
      .description(summary)
      .helpOption('-h, --help', 'show help')
      .argument('[folder]', 'the project (default: the current folder)')
      .option('--agent <name>', 'claude, cursor, codex or vscode; may be repeated', several)
      .option('-y, --yes', 'write without asking')
      .action(
        handle(async () => {
          const { runAgents } = await import('./agents/run.ts');
          const run = (context: Context, folder: string | undefined, options: AgentOptions) =>
            runAgents(context, folder, options, direction);
          return { run };
        }),
      );
  add('install', 'add the tools and instructions to those that are used here, after showing the changes');
  add('uninstall', 'take back what install added');
}

const THREAD = 'id of a thread, or a link to it; “stagelink comments list” shows them';

function addFeedback(stagelink: Command): void {
  const group = (name: string, summary: string) => {
    const made = stagelink.command(name).description(summary).helpOption('-h, --help', 'show help');
    return made.action(() => made.outputHelp());
  };
  const comments = group('comments', 'read and reply to comments');
  const reviews = group('reviews', 'request reviews');
  const watch = handle(() => import('./commands/comments/watch.ts'));
  comments
    .option('--watch', 'write each thread that you send to agents, until Ctrl-C; with --json one line each')
    .option('--of <snapshot>', 'watch this snapshot or staged folder (default: this folder’s, else all)')
    .option('--after <cursor>', 'go on after the last line that was read: its cursor')
    .option('--as <name>', 'the name that is shown as watching')
    .action(async (options: { watch?: boolean }, command: Command) =>
      options.watch ? watch(options, command) : comments.outputHelp(),
    );
  const add = (to: Command, name: string, summary: string) =>
    to.command(name).description(summary).helpOption('-h, --help', 'show help');

  add(comments, 'list', 'list open threads, newest first')
    .argument(
      '[snapshot]',
      'id or link of a snapshot, or a staged folder (default: this folder, else all of yours)',
    )
    .option('--all', 'show resolved threads too')
    .option('--resolved', 'show resolved threads only')
    .option('--route <path>', 'only threads on this page of the prototype, such as /checkout')
    .option('--reviewer <name>', 'only threads started by a name that contains it')
    .option('--limit <number>', 'maximum number', wholeNumber)
    .action(handle(() => import('./commands/comments/list.ts')));
  add(comments, 'show', 'show one thread with its element and its replies')
    .argument('<id>', THREAD)
    .action(handle(() => import('./commands/comments/show.ts')));
  add(comments, 'reply', 'reply to a thread')
    .argument('<id>', THREAD)
    .argument('<text>', 'Markdown; - reads it from a pipe')
    .action(handle(() => import('./commands/comments/reply.ts')));
  add(comments, 'resolve', 'resolve a thread')
    .argument('<id>', THREAD)
    .action(handle(() => import('./commands/comments/resolve.ts')));
  add(comments, 'reopen', 'reopen a resolved thread')
    .argument('<id>', THREAD)
    .action(handle(() => import('./commands/comments/reopen.ts')));
  add(reviews, 'request', 'request a review of a snapshot; each reviewer is emailed a link')
    .argument('[snapshot]', TARGET)
    .option('--reviewer <person>', 'such as "Bea <bea@example.com>"; may be repeated', several)
    .option('--deadline <time>', 'deadline, such as 2026-12-24')
    .option('--notes <text>', 'notes for the reviewers')
    .action(handle(() => import('./commands/reviews/request.ts')));
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies StopSignal[];

/** The first signal cancels the work; a second one exits immediately. */
function listenForStop(): void {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(128 + constants.signals[signal]);
      stop.abort(signal);
    });
  }
}

/** A reader such as `head` may close the pipe early; that is not an error. */
function endWithReader(): void {
  for (const stream of [stdout, stderr]) {
    stream.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EPIPE') process.exit();
      throw cause;
    });
  }
}

async function fail(cause: unknown): Promise<number> {
  // Commander throws for --help and --version as well.
  if (cause instanceof CommanderError && cause.exitCode === 0) return 0;
  if (!stop.signal.aborted) return writeError(contextFor(), cause);
  const { toInterruption } = await import('./errors.ts');
  await writeError(contextFor(), toInterruption(cause));
  return EXIT_BY_SIGNAL[stop.signal.reason as StopSignal];
}

listenForStop();
endWithReader();
try {
  // Print the help if there is no command.
  await program().parseAsync(argv.length > 2 ? argv : [...argv, '--help']);
} catch (cause) {
  process.exitCode = await fail(cause);
}
