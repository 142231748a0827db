import * as z from 'zod/mini';

/** Place of a secret key in files to be staged. Never contains the key. */
export const FoundSecret = z.object({
  path: z.string(),
  /** Counted from 1. */
  line: z.int(),
  /** Name of the kind of key, such as “github credential”. */
  what: z.string(),
});
export type FoundSecret = z.infer<typeof FoundSecret>;
