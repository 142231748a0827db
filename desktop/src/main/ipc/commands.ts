import { isVariableName } from '@stagelink/shared/staging/node/variables';
import * as z from 'zod';
import type { Commands } from '../../protocol/window.ts';
import { UserError } from '@stagelink/shared/client/userError';

export type Command = keyof Commands;

export type Handlers = {
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
    showsAlerts: z.boolean(),
  })
  .partial();

/** Schemas of the arguments, because a compromised page may send anything. */
const ARGUMENTS = {
  'accounts.list': none,
  'accounts.signInWithBrowser': z.tuple([text]),
  'accounts.signInWithPassword': z.tuple([text, z.string().max(500), z.string().max(500)]),
  'accounts.cancelSignIn': none,
  'accounts.use': one,
  'accounts.signOut': one,
  'folders.list': none,
  'folders.pick': z.tuple([z.enum(['folder', 'file'])]),
  'folders.add': one,
  'folders.restore': one,
  'folders.change': z.tuple([id, FolderChange]),
  'folders.link': z.tuple([id, id.nullable()]),
  'folders.remove': one,
  'folders.reveal': one,
  'folders.stage': one,
  'folders.cancel': one,
  'folders.agree': one,
  'folders.decide': z.tuple([id, z.boolean()]),
  'folders.publish': z.tuple([id, version]),
  'folders.discard': one,
  'folders.history': one,
  'folders.log': one,
  'link.open': one,
  'link.look': one,
  'link.copy': z.tuple([id, z.boolean()]),
  'link.preview': one,
  'link.save': one,
  'pins.look': z.tuple([id, version]),
  'connection.get': none,
  'preferences.get': none,
  'preferences.change': z.tuple([PreferencesChange]),
  'about.get': none,
  'about.restartToUpdate': none,
  'engine.problem': none,
  'engine.restart': none,
  'storeNotice.get': none,
  'storeNotice.dismiss': none,
} satisfies Record<Command, z.ZodTuple>;

export const COMMANDS = Object.keys(ARGUMENTS) as Command[];

/** Result for the preload; Electron would prefix a thrown error with its own text. */
export type IpcResult = { ok: true; value: unknown } | { ok: false; message: string };

function sentence(cause: unknown): string {
  if (cause instanceof UserError) return cause.hint === '' ? cause.message : `${cause.message} ${cause.hint}`;
  return 'Stagelink failed unexpectedly. Try again. See the log for details.';
}

/** Runs a command after parsing its arguments. */
export async function answer<C extends Command>(
  answers: Pick<Handlers, C>,
  command: C,
  given: readonly unknown[],
  onUnexpected: (command: Command, cause: unknown) => void,
): Promise<IpcResult> {
  const args = ARGUMENTS[command].safeParse(given);
  if (!args.success) return { ok: false, message: `The window sent invalid arguments for “${command}”.` };
  try {
    return { ok: true, value: await (answers[command] as (...args: unknown[]) => unknown)(...args.data) };
  } catch (cause) {
    if (!(cause instanceof UserError)) onUnexpected(command, cause);
    return { ok: false, message: sentence(cause) };
  }
}
