import { isVariableName } from '@stagelink/shared/staging/variables';
import * as z from 'zod';
import type { Commands } from '../ipc.ts';
import { Refusal } from './refusal.ts';

export type Command = keyof Commands;

/** What each command does. */
export type Answers = {
  [C in Command]: (
    ...args: Parameters<Commands[C]>
  ) => ReturnType<Commands[C]> | Promise<ReturnType<Commands[C]>>;
};

const id = z.string().min(1).max(500);
const text = z.string().max(2000);
const version = z.int().min(1);
const none = z.tuple([]);
const one = z.tuple([id]);

const FolderChange = z
  .strictObject({
    buildCommand: text.nullable(),
    output: text.nullable(),
    variables: z.array(z.string().max(200).refine(isVariableName)).max(50),
    watched: z.enum(['off', 'sources', 'output']),
    isProtected: z.boolean(),
  })
  .partial();
const PreferencesChange = z
  .strictObject({
    hotkey: z.string().min(1).max(100).nullable(),
    opensAtLogin: z.boolean(),
    isPaused: z.boolean(),
  })
  .partial();

/** A page that was taken over must not be able to say anything else. */
const ARGUMENTS = {
  'accounts.list': none,
  'accounts.signInWithBrowser': z.tuple([text]),
  'accounts.signInWithPassword': z.tuple([text, z.string().max(500), z.string().max(500)]),
  'accounts.cancelSignIn': none,
  'accounts.use': one,
  'accounts.signOut': one,
  'folders.list': none,
  'folders.pick': none,
  'folders.add': z.tuple([z.string().min(1).max(4096)]),
  'folders.change': z.tuple([id, FolderChange]),
  'folders.link': z.tuple([id, id.nullable()]),
  'folders.remove': one,
  'folders.reveal': one,
  'folders.stage': one,
  'folders.cancel': one,
  'folders.agree': z.tuple([id, z.array(z.string().max(100)).max(20)]),
  'folders.publish': z.tuple([id, version]),
  'folders.discard': one,
  'folders.history': one,
  'folders.log': one,
  'link.open': one,
  'link.look': one,
  'link.copy': z.tuple([id, z.boolean()]),
  'link.preview': one,
  'pins.look': z.tuple([id, version]),
  'connection.get': none,
  'preferences.get': none,
  'preferences.change': z.tuple([PreferencesChange]),
  'about.get': none,
  'about.restartToUpdate': none,
  'engine.problem': none,
  'engine.restart': none,
} satisfies Record<Command, z.ZodTuple>;

export const COMMANDS = Object.keys(ARGUMENTS) as Command[];

/** What crosses to the preload: an error itself would arrive wrapped in words for developers. */
export type Crossed = { ok: true; value: unknown } | { ok: false; message: string };

function sentence(cause: unknown): string {
  if (cause instanceof Refusal) return cause.hint === '' ? cause.message : `${cause.message} ${cause.hint}`;
  return 'Something went wrong in Stagelink itself. Try again; the log says more.';
}

/** Runs one command with arguments nobody has looked at yet. */
export async function answer<C extends Command>(
  answers: Pick<Answers, C>,
  command: C,
  given: readonly unknown[],
  onUnexpected: (command: Command, cause: unknown) => void,
): Promise<Crossed> {
  const args = ARGUMENTS[command].safeParse(given);
  if (!args.success)
    return { ok: false, message: `The window said “${command}” in a way that is not understood.` };
  try {
    return { ok: true, value: await (answers[command] as (...args: unknown[]) => unknown)(...args.data) };
  } catch (cause) {
    if (!(cause instanceof Refusal)) onUnexpected(command, cause);
    return { ok: false, message: sentence(cause) };
  }
}
