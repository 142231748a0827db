import * as z from 'zod/mini';
import { endpoint, SCOPES } from './endpoint.ts';
import { NAME_MAX, TOKEN_DEFAULT_DAYS, TOKEN_MAX_DAYS } from './limits.ts';

/** Prefix of every access token, which secret scanners recognize. */
export const TOKEN_PREFIX = 'stl_pat_';

/** Query parameter of the dashboard that opens the access tokens. */
export const TOKENS_QUERY = 'tokens';
/** Page that creates access tokens. */
export const TOKENS_PATH = `/dashboard?${TOKENS_QUERY}`;

export const AccessToken = z.object({
  id: z.uuid(),
  description: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  lastUsed: z.nullable(z.iso.datetime()),
  /** A coding agent that you allowed over OAuth, and where it is from. */
  agent: z.optional(z.object({ address: z.string() })),
});
export type AccessToken = z.infer<typeof AccessToken>;

export const listTokens = endpoint({
  method: 'GET',
  path: '/tokens/list',
  summary: 'List your access tokens, newest first, without their values.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: z.object({ pats: z.array(AccessToken) }),
});

export const createToken = endpoint({
  method: 'POST',
  path: '/tokens/create',
  summary: 'Create an access token. Its value is in this answer and never shown again.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'token',
  status: 201,
  input: z.strictObject({
    description: z.string().check(z.trim(), z.minLength(1, 'Enter a description'), z.maxLength(NAME_MAX)),
    expiresInDays: z._default(z.int().check(z.gte(1), z.lte(TOKEN_MAX_DAYS)), TOKEN_DEFAULT_DAYS),
    scopes: z._default(z.array(z.enum(SCOPES)).check(z.minLength(1)), [...SCOPES]),
  }),
  reply: z.object({ token: z.string(), pat: AccessToken }),
});

export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/tokens/:id',
  summary: 'Delete an access token; it stops working at once.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ ok: z.literal(true) }),
});
