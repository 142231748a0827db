import { FILES_PER_SNAPSHOT, MCP_BODY_BYTES, PATH_BYTES } from '@stagelink/shared/contracts/limits';
import { uploadSnapshot } from '@stagelink/shared/contracts/staging';
import type { StagedFor } from '@stagelink/shared/contracts/threadWork';
import { STAGE_FIELDS, StagedBrief, stagedBrief, STAGES } from '@stagelink/shared/agentTools/stagedPayload';
import { MARKED, STAGED_FOR, stagedForOf } from '@stagelink/shared/agentTools/feedback';
import { tool } from '@stagelink/shared/agentTools/tool';
import { UserError } from '@stagelink/shared/client/userError';
import * as z from 'zod';
import { formOf } from './stageForm.ts';

const IncomingFile = z
  .strictObject({
    path: z.string().min(1).max(PATH_BYTES).describe('Relative, such as css/app.css.'),
    text: z.string().optional(),
    base64: z.base64().optional().describe('For binary files.'),
  })
  .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined), {
    error: 'A file has either `text` or `base64`.',
  });

const OPEN_LINK =
  'A coding agent asks to stage files at a link without a password. Anyone with the link could open it.';

/** An agent cannot remove a password: comments that it reads may order it to. */
function assertAgreed(agrees: boolean | null): void {
  if (agrees) return;
  throw agrees === false
    ? new UserError('declined', 'The person declined.', 'Leave out `password` for a protected link.')
    : new UserError(
        'password_needed',
        'A link without a password needs the consent of the person, and your client cannot ask them.',
        'Leave out `password` for a protected link. The person can remove its password in the dashboard.',
      );
}

const asQuery = (stagedFor: StagedFor | undefined) =>
  stagedFor && {
    threads: stagedFor.threads.join(),
    agentId: stagedFor.agent.id,
    agentName: stagedFor.agent.name,
  };

/** Stages files sent with the call: the server cannot read the agent's folders. */
export const stageTool = tool({
  name: 'stage',
  title: 'Stage files',
  description: `Publishes finished files, such as a build’s output of up to ${MCP_BODY_BYTES / 1024 / 1024} MB, as a snapshot, or with \`snapshot\` as its next version at the same link, which everyone with the link sees immediately.`,
  input: z.strictObject({
    files: z
      .array(IncomingFile)
      .min(1)
      .max(FILES_PER_SNAPSHOT)
      .describe('Every file, not only changed ones.'),
    snapshot: z.string().max(2000).optional().describe('Id or link of the snapshot to restage.'),
    ...STAGE_FIELDS,
    ...STAGED_FOR,
  }),
  output: StagedBrief.extend({
    leftOut: z.array(z.string()).describe('Hidden files, keys and databases that are not in the snapshot.'),
    ...MARKED,
  }),
  hints: STAGES,
  scopes: ['snapshots:write'],
  async run(
    { call, snapshotId },
    { files, snapshot, name, password, expiresInDays, ...forThreads },
    running,
  ) {
    if (password === null) assertAgreed(running.ask({ agree: OPEN_LINK }).agrees);
    const about = {
      ...(snapshot === undefined ? {} : { snapshotId: snapshotId(snapshot) }),
      ...(name === undefined ? {} : { name }),
      ...(password === undefined ? {} : { password: password ?? 'none' }),
      ...(expiresInDays === undefined ? {} : { expiresInDays }),
      ...asQuery(stagedForOf(forThreads, running)),
    };
    const uploaded = await call(uploadSnapshot, about, formOf(files));
    const { leftOut, threads } = uploaded;
    return { data: { ...stagedBrief(uploaded), leftOut, notMarked: threads?.refused ?? [] } };
  },
});
