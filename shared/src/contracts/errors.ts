import * as z from 'zod/mini';
import { ExistingLink } from './folderLinks.ts';
import { FoundSecret } from './secrets.ts';

/**
 * Every error code. A code says what is wrong, never where. The server's `platform/http/errors.ts` maps
 * them to statuses.
 */
export const ERROR_CODES = [
  'invalid_input',
  'unauthenticated',
  'wrong_credentials',
  'password_required',
  'wrong_password',
  'forbidden',
  'email_unverified',
  'plan_limit',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'conflict',
  'email_taken',
  'link_exists',
  'upload_incomplete',
  'gone',
  'too_large',
  'unsupported_media_type',
  'invalid_manifest',
  'invalid_archive',
  'hash_mismatch',
  'secret_found',
  'rate_limited',
  'internal',
  'unavailable',
  'model_silent',
  'model_busy',
  'model_misconfigured',
  'no_answer',
  'storage_full',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Body of every response that is not a success. `message` is a sentence for the user. */
export const ErrorReply = z.object({
  ok: z.literal(false),
  code: z.enum(ERROR_CODES),
  message: z.string(),
  /** Dotted path of the invalid field, for `invalid_input`. */
  field: z.optional(z.string()),
  /** Identifies the request in the server's log. */
  requestId: z.optional(z.string()),
  /** Where keys are, for `secret_found`. */
  secrets: z.optional(z.array(FoundSecret)),
  /** The folder’s link, for `link_exists`. */
  link: z.optional(ExistingLink),
  /** Seconds to wait, for `rate_limited` and `model_busy`. */
  retryAfter: z.optional(z.number()),
});
export type ErrorReply = z.infer<typeof ErrorReply>;
