import { UserError } from '@stagelink/shared/client/userError';
import { areCovered, consentScope, fingerprintsOf } from '@stagelink/shared/staging/core/consentScope';
import type { Command } from '@stagelink/shared/staging/core/events';
import { consentLines, withVariables } from '@stagelink/shared/staging/node/consent';
import { detectProject } from '@stagelink/shared/staging/node/detect';
import { buildEnvironment } from '@stagelink/shared/staging/node/environment';
import type { Context } from '../context.ts';
import type { StageFlags } from '../stageFolder.ts';
import { hasConsent, rememberConsent } from '../store/consents.ts';

/** What a stage of an agent does only when the person agreed to it. */
export interface AgentPlan {
  folder: string;
  /** Commands that were not allowed before; empty when none must run. */
  commands: readonly Command[];
  isOpenLink: boolean;
}

/** Returns the commands that a stage would run; none for a folder that cannot be staged, which it reports. */
async function commandsOf(context: Context, folder: string, flags: StageFlags): Promise<readonly Command[]> {
  const { PATH, Path } = buildEnvironment(context.env);
  const build = flags.build === false ? { build: false } : { buildCommand: flags.build };
  const options = { ...build, searched: PATH ?? Path ?? '' };
  const project = await detectProject(folder, options).catch(() => null);
  return (project?.commands ?? []).map((command) => withVariables(command, flags.env ?? []));
}

export async function planStage(context: Context, folder: string, flags: StageFlags): Promise<AgentPlan> {
  const commands = await commandsOf(context, folder, flags);
  const isAllowed = hasConsent(folder, fingerprintsOf(commands));
  return { folder, commands: isAllowed ? [] : commands, isOpenLink: flags.password === false };
}

const runsCode = ({ folder, commands }: AgentPlan): string =>
  `Staging ${folder} would run its code on this computer:\n${consentLines(folder, commands).join('\n')}`;
const opensLink = ({ folder }: AgentPlan): string =>
  `The link to ${folder} would have no password: anyone with the link could open it.`;

/** Returns what the person is asked; undefined when nothing needs their consent. */
export function questionOf(plan: AgentPlan): string | undefined {
  const { commands, isOpenLink } = plan;
  const parts = [
    ...(commands.length > 0 ? [`${runsCode(plan)}\n${consentScope(areCovered(commands))}`] : []),
    ...(isOpenLink ? [opensLink(plan)] : []),
  ];
  return parts.length === 0 ? undefined : `A coding agent asks to stage a folder.\n\n${parts.join('\n\n')}`;
}

const declined = new UserError(
  'declined',
  'The person declined.',
  'Ask them in the conversation what they want. Call again only when they agree.',
);

/** Throws what the agent can tell the person when they were not asked or did not agree. */
export function assertAgreed(plan: AgentPlan, agrees: boolean | null): void {
  const { folder, commands, isOpenLink } = plan;
  if (questionOf(plan) === undefined) return;
  if (agrees) {
    if (areCovered(commands)) rememberConsent(folder, fingerprintsOf(commands));
    return;
  }
  if (agrees === false) throw declined;
  const command = `stagelink stage "${folder}"${isOpenLink ? ' --no-password' : ''}`;
  throw new UserError(
    commands.length > 0 ? 'build_refused' : 'password_needed',
    commands.length > 0 ? runsCode(plan) : opensLink(plan),
    `Your client cannot ask the person. Ask them to run ${command} once in a terminal, which asks them. ${
      commands.length > 0
        ? 'With build: false the existing output is staged.'
        : 'Without password, the link gets a generated one or keeps its own.'
    }`,
  );
}
