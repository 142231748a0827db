import * as z from 'zod';
import { NAME_MAX } from '../contracts/limits.ts';
import type { Staged } from '../contracts/staging.ts';
import type { Hints } from './tool.ts';

/** Settings that an agent may give a snapshot it stages. */
export const STAGE_FIELDS = {
  name: z.string().trim().min(1).max(NAME_MAX).optional(),
  password: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .describe('For visitors; null: none, after the person agreed. Default: generated, or unchanged.'),
  expiresInDays: z.int().min(1).optional().describe('How many days the link is valid.'),
};

/** Public shape of a staging result. */
export const StagedBrief = z.object({
  snapshotId: z.string(),
  name: z.string(),
  version: z.int().describe('Counted from 1; a snapshot that is staged again keeps its link.'),
  url: z.url(),
  password: z
    .string()
    .nullable()
    .describe('What visitors need; null when everyone with the link can open it.'),
  expiresAt: z.iso.datetime(),
});

export const stagedBrief = ({ snapshot, version, url, password }: Staged): z.infer<typeof StagedBrief> => ({
  snapshotId: snapshot.id,
  name: snapshot.name,
  version,
  url,
  password,
  expiresAt: snapshot.expiresAt,
});

/** Not destructive, because versions are kept; but the link changes for every visitor. */
export const STAGES: Hints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};
