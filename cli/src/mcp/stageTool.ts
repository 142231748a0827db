import path from 'node:path';
import * as z from 'zod';
import { InputNeeded } from '@stagelink/shared/agentTools/clientQuestions';
import { fingerprintsOf } from '@stagelink/shared/staging/core/consentScope';
import type { Command } from '@stagelink/shared/staging/core/events';
import { describeEvent } from '@stagelink/shared/staging/core/describeEvent';
import { STAGE_FIELDS, StagedBrief, stagedBrief, STAGES } from '@stagelink/shared/agentTools/stagedPayload';
import { MARKED, STAGED_FOR, stagedForOf } from '@stagelink/shared/agentTools/feedback';
import { type Tool, tool } from '@stagelink/shared/agentTools/tool';
import type { Context } from '../context.ts';
import { stageFolder, type StageFlags, withBuildSettings } from '../stageFolder.ts';
import { hasConsent } from '../store/consents.ts';
import { folderOf } from '../target.ts';
import { assertAgreed, planStage, questionOf } from './agentConsent.ts';
import { agentFolders, assertInside } from './agentFolders.ts';
import { toAgentError } from './errors.ts';
import type { LaterConnection } from './laterConnection.ts';

const Input = z.strictObject({
  folder: z
    .string()
    .min(1)
    .max(4096)
    .describe(
      'Absolute path of the prototype’s folder, page, picture, Markdown file, PDF, video or zip, within a folder that the client works in.',
    ),
  build: z.boolean().default(true).describe('False stages the existing output.'),
  output: z.string().max(1024).optional().describe('The folder the build writes, if not detected.'),
  env: z
    .array(z.string().max(200))
    .max(50)
    .optional()
    .describe('Names of environment variables to pass to the build, which the person is asked about.'),
  snapshot: z
    .string()
    .max(2000)
    .optional()
    .describe('Id or link of the snapshot to restage. Default: the folder’s own.'),
  newLink: z.boolean().default(false).describe('Create a new link although the folder has one.'),
  ...STAGE_FIELDS,
  ...STAGED_FOR,
});

const Output = StagedBrief.extend({
  folder: z.string(),
  warnings: z.array(z.string()).describe('What the person should check.'),
  leftOut: z
    .array(z.string())
    .describe(
      'Hidden files, keys and databases that are not in the snapshot; !name in .stagelinkignore brings one back.',
    ),
  ...MARKED,
});

/** Number of names that an agent gets. */
const LEFT_OUT_NAMED = 100;

/** Stages a folder of this computer with the rules of `stagelink stage`. */
export const stageTool = (context: Context, later: LaterConnection): Tool<typeof Input, typeof Output> =>
  tool({
    name: 'stage',
    title: 'Stage a folder',
    description:
      'Builds a folder of this computer, after the person allowed its code to run, and publishes it as a snapshot, or as a new version at the link it has, which everyone with the link sees immediately.',
    input: Input,
    output: Output,
    hints: STAGES,
    scopes: ['snapshots:write'],
    async run(_connected, { folder: given, threads, agent, ...options }, running) {
      const target = folderOf(context, given) ?? path.resolve(context.cwd, given);
      const flags = withBuildSettings(target, flagsOf(options));
      const stagedFor = stagedForOf({ threads, agent }, running);
      try {
        const { roots } = running.ask({ roots: true });
        const folders = agentFolders(roots, context.cwd);
        assertInside(target, folders);
        assertInside(path.resolve(target, flags.output ?? '.'), folders);
        const plan = await planStage(context, target, flags);
        assertAgreed(plan, running.ask({ roots: true, agree: questionOf(plan) }).agrees);
        const agreed = fingerprintsOf(plan.commands);
        const { folder, staged, sent } = await stageFolder(context, later.current, given, flags, {
          consent: (where, commands) =>
            hasConsent(where, fingerprintsOf(commands)) || isSame(agreed, commands),
          show(event) {
            const described = describeEvent(event);
            if (described) running.reportProgress(described.text);
          },
          signal: AbortSignal.any([context.signal, running.signal]),
          stagedFor,
        });
        const { warnings } = sent;
        const leftOut = sent.leftOut.slice(0, LEFT_OUT_NAMED);
        const notMarked = staged.threads?.refused ?? [];
        return { data: { ...stagedBrief(staged), folder, warnings, leftOut, notMarked } };
      } catch (cause) {
        if (cause instanceof InputNeeded) throw cause;
        throw toAgentError(cause);
      }
    },
  });

type StageInput = Omit<z.output<typeof Input>, 'folder' | 'threads' | 'agent'>;

const isSame = (agreed: readonly string[], commands: readonly Command[]): boolean =>
  fingerprintsOf(commands).every((fingerprint) => agreed.includes(fingerprint));

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
