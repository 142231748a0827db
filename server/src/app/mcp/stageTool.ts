import { FILES_PER_SNAPSHOT, MCP_BODY_BYTES, PATH_BYTES } from '@stagelink/shared/contracts/limits';
import { uploadSnapshot } from '@stagelink/shared/contracts/staging';
import { STAGE_FIELDS, StagedBrief, stagedBrief, STAGES } from '@stagelink/shared/agentTools/stagedPayload';
import { MARKED, markThreads, STAGED_FOR } from '@stagelink/shared/agentTools/feedback';
import { tool } from '@stagelink/shared/agentTools/tool';
import { UserError } from '@stagelink/shared/client/userError';
import * as z from 'zod';
import { formOf } from './stageForm.ts';

const IncomingFile = z
  .strictObject({
    path: z
      .string()
      .min(1)
      .max(PATH_BYTES)
      .describe('Relative, with / between its parts, such as css/app.css.'),
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

/** Stages files sent with the call: the server cannot read the agent's folders. */
export const stageTool = tool({
  name: 'stage',
  title: 'Stage files',
  description: `Publishes these files as a snapshot and returns its link and password. Accepts finished files only, such as a build’s output; builds nothing. All files of a call together, as sent, may have ${MCP_BODY_BYTES / 1024 / 1024} MB (larger prototypes: “stagelink stage” on the user’s computer). With \`snapshot\`, they become its next version at the same link, visible at once to all its visitors; send every file again, not only changed ones. A new snapshot gets a generated password; an existing one keeps its own.`,
  input: z.strictObject({
    files: z.array(IncomingFile).min(1).max(FILES_PER_SNAPSHOT),
    snapshot: z
      .string()
      .max(2000)
      .optional()
      .describe('The id or link of a snapshot to make a new version of.'),
    ...STAGE_FIELDS,
    ...STAGED_FOR,
  }),
  output: StagedBrief.extend({
    leftOut: z.array(z.string()).describe('Hidden files, keys and databases that are not in the snapshot.'),
    ...MARKED,
  }),
  hints: STAGES,
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
    };
    const uploaded = await call(uploadSnapshot, about, formOf(files));
    const brief = stagedBrief(uploaded);
    const notMarked = await markThreads(call, brief, forThreads, running);
    return { data: { ...brief, leftOut: uploaded.leftOut, notMarked } };
  },
});
