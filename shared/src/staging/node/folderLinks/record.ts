import * as z from 'zod';

/** A folder of this computer for one user of one server; another user has other links. */
export interface FolderPlace {
  /** Real path. */
  folder: string;
  /** URL without a trailing slash. */
  server: string;
  uid: string;
}

const FolderLink = z.object({ snapshotId: z.string(), url: z.string() });
export type FolderLink = z.infer<typeof FolderLink>;

/** An upload whose finalization was requested, while its reply is unknown. */
const Publishing = z.object({
  uploadId: z.string(),
  snapshotId: z.string(),
  /** Idempotency key of the upload. */
  key: z.string(),
  /** Milliseconds since 1970. */
  since: z.number(),
});
export type Publishing = z.infer<typeof Publishing>;

/** What this computer knows of the link of a folder. */
export const FolderRecord = z.object({
  folder: z.string(),
  server: z.string(),
  uid: z.string(),
  /** Null while the folder has none. */
  link: FolderLink.nullable(),
  /** When the link was stored, in milliseconds since 1970. */
  linkedAt: z.number(),
  publishing: Publishing.optional(),
  /** Key of a published upload whose reply was lost: staging the same files again repeats it. */
  repeatKey: z.string().optional(),
  /** Whether the folder is staged to the snapshot that its project link names. */
  project: z.object({ snapshotId: z.string(), isUsed: z.boolean() }).optional(),
});
export type FolderRecord = z.infer<typeof FolderRecord>;

/**
 * Returns the snapshot of a folder; undefined without one. The one that its project link names counts unless the user
 * decided otherwise.
 */
export function snapshotOf({ link, project }: FolderRecord, named: string | null): string | undefined {
  if (named !== null && (project?.snapshotId !== named || project.isUsed)) return named;
  return link?.snapshotId;
}
