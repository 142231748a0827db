import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Where the packaged editor extension is. */
export const EXTENSION_PATH = '/stagelink.vsix';
/** Answers with the same file, where a proxy keeps such names from coming through. */
export const EXTENSION_BACKUP_PATH = '/api/extensions/download';

export const extensionVersion = endpoint({
  method: 'GET',
  path: '/api/extensions/version',
  summary: 'The version of the editor extension that this server offers; null when it has none.',
  who: 'anyone',
  token: 'any',
  input: z.strictObject({}),
  reply: z.object({ version: z.nullable(z.string()) }),
});
