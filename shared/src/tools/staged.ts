import * as z from 'zod';
import { NAME_MAX } from '../contracts/limits.ts';
import type { Staged } from '../contracts/staging.ts';
import type { Hints } from './tool.ts';

/** What an agent may say of a snapshot that it stages, wherever the files come from. */
export const STAGE_FIELDS = {
  name: z.string().trim().min(1).max(NAME_MAX).optional(),
  password: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .describe('What visitors need; null lets everyone with the link in. Left out: generated, or as it is.'),
  expiresInDays: z.int().min(1).optional().describe('How many days the link lives.'),
};

/** What staging has led to, in the shape that agents are promised. */
export const StagedBrief = z.object({
  snapshotId: z.string(),
  name: z.string(),
  version: z.int().describe('Counted from 1; a snapshot that is staged again keeps its link.'),
  url: z.url(),
  password: z.string().nullable().describe('What visitors need; null when everybody with the link gets in.'),
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

/** Versions are kept, so nothing is destroyed; but what the link shows changes for everybody who has it. */
export const STAGES: Hints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};
