import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Path of the packaged editor extension. */
export const EXTENSION_PATH = '/stagelink.vsix';
/** Serves the same file where a proxy blocks that file name. */
export const EXTENSION_BACKUP_PATH = '/api/extensions/download';

/** Paths of the packaged browser extension, for Chromium and for Firefox. */
export const CAPTURE_PATH = '/stagelink-capture.zip';
export const CAPTURE_FIREFOX_PATH = '/stagelink-capture-firefox.zip';

/** Version as the extension's package declares it. */
const PackageVersion = z
  .string()
  .check(z.regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, 'A version is three numbers, as in 1.10.0'));

export const extensionVersion = endpoint({
  method: 'GET',
  path: '/api/extensions/version',
  summary:
    'Get the versions of the editor extension and the browser extension that this server offers, null without one, and the newest one your editors reported.',
  auth: 'public',
  tokenScope: 'any',
  input: z.strictObject({}),
  reply: z.object({
    version: z.nullable(z.string()),
    /** Null without an account or before an editor has reported one; absent on older servers. */
    installed: z.optional(z.nullable(z.string())),
    /** Version of the browser extension that this server offers; null without one, absent on older servers. */
    capture: z.optional(z.nullable(z.string())),
  }),
});

export const reportExtension = endpoint({
  method: 'POST',
  path: '/api/extensions/installed',
  summary: 'Report the version of an installed extension. The newest one is stored.',
  auth: 'user',
  tokenScope: 'any',
  input: z.strictObject({ version: PackageVersion }),
  reply: z.object({ ok: z.literal(true) }),
});
