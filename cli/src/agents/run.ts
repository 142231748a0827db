import { realpathSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '@stagelink/shared/client/userError';
import { paint } from '../colour.ts';
import { type Context, type Result, writeStatus } from '../context.ts';
import { cancelled, usage } from '../errors.ts';
import { confirm } from '../prompt.ts';
import { plain } from '../sanitizeTerminal.ts';
import { applyChanges } from './apply.ts';
import { type Change, planChanges } from './plan.ts';
import { findPrograms, type Found, PROGRAMS, type ProgramName } from './programs.ts';

export interface AgentOptions {
  agent?: string[];
  yes?: boolean;
}

type Direction = 'install' | 'uninstall';

/** Unchanged lines around a change. */
const CONTEXT_LINES = 2;

const linesOf = (text: string | null): string[] => (text === null ? [] : plain(text).split('\n'));

/** Returns the lines that differ, which are one stretch of a file. */
function differenceOf({ before, after }: Change): { sign: ' ' | '-' | '+'; line: string }[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const start = old.findIndex((line, at) => line !== fresh[at]);
  const from = start === -1 ? Math.min(old.length, fresh.length) : start;
  let same = 0;
  while (same < Math.min(old.length, fresh.length) - from && old.at(-1 - same) === fresh.at(-1 - same))
    same += 1;
  const signed = (sign: ' ' | '-' | '+', lines: string[]) => lines.map((line) => ({ sign, line }));
  return [
    ...signed(' ', old.slice(Math.max(0, from - CONTEXT_LINES), from)),
    ...signed('-', old.slice(from, old.length - same)),
    ...signed('+', fresh.slice(from, fresh.length - same)),
    ...signed(' ', old.slice(old.length - same, old.length - same + CONTEXT_LINES)),
  ];
}

const STYLES = { ' ': 'dim', '-': 'red', '+': 'green' } as const;

function show(context: Context, change: Change): void {
  const title = change.before === null ? ' (new)' : change.after === null ? ' (removed)' : '';
  writeStatus(context, `\n${change.file}${title}`);
  for (const { sign, line } of differenceOf(change))
    writeStatus(context, paint(context, STYLES[sign], `${sign} ${line}`));
}

async function assertAllowed(context: Context, { yes = false }: AgentOptions): Promise<void> {
  if (yes) return;
  if (!context.interactive)
    throw usage('These changes need your consent, and you cannot be asked here.', 'Add --yes to make them.');
  if (!(await confirm(context, 'Make these changes?'))) throw cancelled();
}

const isProgram = (name: string): name is ProgramName => (PROGRAMS as readonly string[]).includes(name);

function chosenPrograms(context: Context, folder: string, direction: Direction, named?: string[]): Found {
  const unknown = named?.find((name) => !isProgram(name));
  if (unknown !== undefined)
    throw usage(`There is no coding agent named “${unknown}” here.`, `Name one of: ${PROGRAMS.join(', ')}.`);
  const wanted = named?.filter(isProgram) ?? (direction === 'install' ? 'present' : 'all');
  const found = findPrograms(context, folder, wanted);
  if (found.parts.length > 0) return found;
  throw new UserError(
    'not_found',
    'No coding agent was found on this computer.',
    `Name yours with --agent: ${PROGRAMS.join(', ')}.`,
  );
}

function reportKept(context: Context, kept: readonly string[], direction: Direction): void {
  const why = direction === 'install' ? 'has another entry named stagelink' : 'was changed since';
  for (const file of kept) writeStatus(context, `${file} ${why}, so it stays as it is.`);
}

/** Shows what would change, asks, and makes the changes. */
export async function runAgents(
  context: Context,
  given: string | undefined,
  options: AgentOptions,
  direction: Direction,
): Promise<Result> {
  const folder = realpathSync.native(path.resolve(context.cwd, given ?? '.'));
  const { names, parts } = chosenPrograms(context, folder, direction, options.agent);
  const { changes, kept } = planChanges(parts, direction);
  reportKept(context, kept, direction);
  const files = changes.map(({ file }) => file);
  const data = { folder, agents: names, files, kept };
  if (changes.length === 0) return { data, lines: ['There is nothing to change.'] };
  for (const change of changes) show(context, change);
  await assertAllowed(context, options);
  applyChanges(changes, direction);
  const next =
    direction === 'install' ? ['Restart your agent, and sign in once with “stagelink login”.'] : [];
  return { data, lines: [...files, ...next] };
}
