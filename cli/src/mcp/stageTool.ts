import * as z from 'zod';
import { consentLines } from '@stagelink/shared/staging/consent';
import type { Command } from '@stagelink/shared/staging/events';
import { tell } from '@stagelink/shared/staging/telling';
import { STAGE_FIELDS, StagedBrief, stagedBrief, STAGES } from '@stagelink/shared/tools/staged';
import { type Tool, tool } from '@stagelink/shared/tools/tool';
import { ToolError } from '@stagelink/shared/tools/trouble';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { stageFolder, type StageFlags } from '../stageFolder.ts';
import { hasConsent } from '../store/consents.ts';
import { toldToAgent } from './trouble.ts';

const Input = z.strictObject({
  folder: z.string().min(1).max(4096).describe('The prototype’s folder; an absolute path is safest.'),
  allowBuild: z
    .boolean()
    .default(false)
    .describe(
      'Allows running the folder’s own install and build commands, which is its code and that of all it depends on. Set it only when the person agreed to build this folder.',
    ),
  build: z.boolean().default(true).describe('False stages what is already built.'),
  output: z
    .string()
    .max(1024)
    .optional()
    .describe('The folder the build writes, when it is not found by itself.'),
  snapshot: z
    .string()
    .max(2000)
    .optional()
    .describe('The id or link of the snapshot to make a new version of; by default the one the folder has.'),
  newLink: z.boolean().default(false).describe('Make a new link although the folder has one.'),
  ...STAGE_FIELDS,
});

const Output = StagedBrief.extend({
  folder: z.string(),
  warnings: z
    .array(z.string())
    .describe('What the person should look at, such as a key that would be public.'),
});

/** Stages a folder of this machine by the same rules as `stagelink stage`. */
export const stageTool = (context: Context, connection: Connection): Tool<typeof Input, typeof Output> =>
  tool({
    name: 'stage',
    title: 'Stage a folder',
    description:
      'Publishes a folder of this machine as a snapshot and gives its link and password. A folder that was staged before gets a new version at the same link, which everybody who has it sees at once. A project with a build script is built first, only if the person has agreed before or `allowBuild` is true. A new snapshot gets a generated password; an existing one keeps its own.',
    input: Input,
    output: Output,
    hints: STAGES,
    async run(_means, { folder: given, allowBuild, ...asked }, running) {
      const flags = flagsOf(asked);
      const warnings: string[] = [];
      try {
        const { folder, staged } = await stageFolder(context, connection, given, flags, {
          consent: (where, commands) => allowed(where, commands, allowBuild),
          show(event) {
            const told = tell(event);
            if (told?.kind === 'warning') warnings.push(told.text);
            if (told) running.tell(told.text);
          },
          signal: AbortSignal.any([context.signal, running.signal]),
        });
        return { data: { ...stagedBrief(staged), folder, warnings } };
      } catch (cause) {
        throw toldToAgent(cause);
      }
    },
  });

type Asked = Omit<z.output<typeof Input>, 'folder' | 'allowBuild'>;

const flagsOf = ({ build, output, snapshot, newLink, password, expiresInDays, name }: Asked): StageFlags => ({
  new: newLink,
  ...(name === undefined ? {} : { name }),
  ...(output === undefined ? {} : { output }),
  ...(snapshot === undefined ? {} : { to: snapshot }),
  ...(password === undefined ? {} : { password: password ?? (false as const) }),
  ...(expiresInDays === undefined ? {} : { expires: expiresInDays }),
  ...(build ? {} : { build: false as const }),
});

/** What the caller allows holds for this once; only a person’s yes is remembered. */
function allowed(folder: string, commands: readonly Command[], allowBuild: boolean): true {
  const fingerprints = commands.map(({ fingerprint }) => fingerprint);
  if (allowBuild || hasConsent(folder, fingerprints)) return true;
  const list = consentLines(folder, commands).join('\n');
  throw new ToolError(
    'build_refused',
    `Staging ${folder} would run its code on this machine, which has not been allowed:\n${list}`,
    'Ask the person; if they agree, call again with allowBuild: true. With build: false what is already built is staged.',
  );
}
