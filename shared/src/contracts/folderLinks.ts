import * as z from 'zod/mini';

/**
 * Names a folder of a computer without revealing its path: an HMAC-SHA-256, in lower-case hexadecimal, with a secret of
 * that computer.
 */
export const FolderKey = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'That is not a folder key'));

/** The link a folder has already, for `link_exists`. */
export const ExistingLink = z.object({ snapshotId: z.string(), url: z.url() });
export type ExistingLink = z.infer<typeof ExistingLink>;
