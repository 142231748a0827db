import * as z from 'zod';
import type { Staged } from '../contracts/staging.ts';
import type { Hints } from './tool.ts';

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
