import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Where the packaged editor extension is. */
export const EXTENSION_PATH = '/stagelink.vsix';
/** Answers with the same file, where a proxy keeps such names from coming through. */
export const EXTENSION_BACKUP_PATH = '/api/extensions/download';

/** As a package of the extension names it. */
const PackageVersion = z
  .string()
  .check(z.regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, 'A version is three numbers, as in 1.10.0'));

export const extensionVersion = endpoint({
  method: 'GET',
  path: '/api/extensions/version',
  summary:
    'The version of the editor extension that this server offers, null when it has none, and the newest one that your editors have reported.',
  who: 'anyone',
  token: 'any',
  input: z.strictObject({}),
  reply: z.object({
    version: z.nullable(z.string()),
    /** Null before an editor of the account has reported one, and without an account; left out by older servers. */
    installed: z.optional(z.nullable(z.string())),
  }),
});

export const reportExtension = endpoint({
  method: 'POST',
  path: '/api/extensions/installed',
  summary: 'An editor reports the version of the extension that runs in it. The newest one is kept.',
  who: 'signed-in',
  token: 'any',
  input: z.strictObject({ version: PackageVersion }),
  reply: z.object({ ok: z.literal(true) }),
});
