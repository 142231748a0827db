import * as z from 'zod';
import { consentLines } from '@stagelink/shared/staging/node/consent';
import type { Command } from '@stagelink/shared/staging/core/events';
import { describeEvent } from '@stagelink/shared/staging/core/describeEvent';
import { STAGE_FIELDS, StagedBrief, stagedBrief, STAGES } from '@stagelink/shared/agentTools/stagedPayload';
import { type Tool, tool } from '@stagelink/shared/agentTools/tool';
import { UserError } from '@stagelink/shared/client/userError';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { stageFolder, type StageFlags } from '../stageFolder.ts';
import { hasConsent } from '../store/consents.ts';
import { toAgentError } from './errors.ts';

const Input = z.strictObject({
  folder: z.string().min(1).max(4096).describe('The prototype’s folder, preferably an absolute path.'),
  allowBuild: z
    .boolean()
    .default(false)
    .describe(
      'Allows running the folder’s install and build commands, which run its code and that of its dependencies. Set it only when the person agreed to build this folder.',
    ),
  build: z.boolean().default(true).describe('False stages the existing output.'),
  output: z.string().max(1024).optional().describe('The folder the build writes, when it is not detected.'),
  env: z
    .array(z.string().max(200))
    .max(50)
    .optional()
    .describe(
      'Names of environment variables to pass to the build, besides harmless ones. Their values come from the shell of this server. Name only those the person agreed to.',
    ),
  snapshot: z
    .string()
    .max(2000)
    .optional()
    .describe('Id or link of the snapshot to restage; by default the folder’s own.'),
  newLink: z.boolean().default(false).describe('Create a new link although the folder has one.'),
  ...STAGE_FIELDS,
});

const Output = StagedBrief.extend({
  folder: z.string(),
  warnings: z.array(z.string()).describe('What the person should check.'),
  leftOut: z
    .array(z.string())
    .describe(
      'Hidden files, keys and databases that are not in the snapshot; !name in .stagelinkignore brings one back.',
    ),
});

/** Number of names that an agent gets. */
const LEFT_OUT_NAMED = 100;

/** Stages a folder of this computer with the rules of `stagelink stage`. */
export const stageTool = (context: Context, connection: Connection): Tool<typeof Input, typeof Output> =>
  tool({
    name: 'stage',
    title: 'Stage a folder',
    description:
      'Publishes a folder of this computer as a snapshot and returns its link and password. A folder that was staged before gets a new version at the same link, which everyone with the link sees immediately. A project with a build script is built first, only if the person has agreed before or `allowBuild` is true. A new snapshot gets a generated password; an existing one keeps its own.',
    input: Input,
    output: Output,
    hints: STAGES,
    async run(_means, { folder: given, allowBuild, ...options }, running) {
      const flags = flagsOf(options);
      try {
        const { folder, staged, sent } = await stageFolder(context, connection, given, flags, {
          consent: (where, commands) => allowed(where, commands, allowBuild),
          show(event) {
            const described = describeEvent(event);
            if (described) running.reportProgress(described.text);
          },
          signal: AbortSignal.any([context.signal, running.signal]),
        });
        const { warnings, leftOut } = sent;
        return {
          data: { ...stagedBrief(staged), folder, warnings, leftOut: leftOut.slice(0, LEFT_OUT_NAMED) },
        };
      } catch (cause) {
        throw toAgentError(cause);
      }
    },
  });

type StageInput = Omit<z.output<typeof Input>, 'folder' | 'allowBuild'>;

const flagsOf = ({
  build,
  output,
  env,
  snapshot,
  newLink,
  password,
  expiresInDays,
  name,
}: StageInput): StageFlags => ({
  new: newLink,
  ...(name === undefined ? {} : { name }),
  ...(output === undefined ? {} : { output }),
  ...(env === undefined ? {} : { env }),
  ...(snapshot === undefined ? {} : { to: snapshot }),
  ...(password === undefined ? {} : { password: password ?? (false as const) }),
  ...(expiresInDays === undefined ? {} : { expires: expiresInDays }),
  ...(build ? {} : { build: false as const }),
});

/** `allowBuild` applies to this call only; only a user's consent is stored. */
function allowed(folder: string, commands: readonly Command[], allowBuild: boolean): true {
  const fingerprints = commands.map(({ fingerprint }) => fingerprint);
  if (allowBuild || hasConsent(folder, fingerprints)) return true;
  const list = consentLines(folder, commands).join('\n');
  throw new UserError(
    'build_refused',
    `Staging ${folder} would run its code on this computer, which has not been allowed:\n${list}`,
    'Ask the person; if they agree, call again with allowBuild: true. With build: false the existing output is staged.',
  );
}
