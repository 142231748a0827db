import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ERROR_REPORT_BYTES } from './limits.ts';

/** An unexpected error of a client, without ids, addresses and queries as far as the client knows. */
export const reportError = endpoint({
  method: 'POST',
  path: '/errors',
  summary: 'Report an unexpected error of the web app or the companion to the administrators of this server.',
  auth: 'public',
  tokenScope: 'any',
  rateLimit: 'errorReport',
  body: { kind: 'json', maxBytes: ERROR_REPORT_BYTES },
  input: z.strictObject({
    source: z.enum(['web', 'companion']),
    name: z.string().check(z.minLength(1), z.maxLength(100)),
    message: z.string().check(z.maxLength(1000)),
    stack: z.string().check(z.maxLength(6000)),
    /** Where it happened. */
    page: z.string().check(z.maxLength(500)),
  }),
  reply: z.object({ ok: z.literal(true) }),
});
