import * as z from 'zod/mini';
import { PROJECT_COLORS } from './limits.ts';

export const ProjectColor = z.enum(PROJECT_COLORS);
export type ProjectColor = z.infer<typeof ProjectColor>;

/** One project, as lists and the live channel carry it. */
export const Project = z.object({
  id: z.uuid(),
  name: z.string(),
  color: ProjectColor,
  isArchived: z.boolean(),
  /** All snapshots, expired ones included: only an empty project can be deleted. */
  snapshotCount: z.int(),
  createdAt: z.iso.datetime(),
});
export type Project = z.infer<typeof Project>;
