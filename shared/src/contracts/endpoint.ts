import type * as z from 'zod/mini';

/** What an access token may be allowed to do; a session may do all of it. */
export const SCOPES = ['snapshots:read', 'snapshots:write', 'comments:read', 'comments:write'] as const;
export type Scope = (typeof SCOPES)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One promise between the server and its clients: the route, the typed client, the API document
 * and the access table are all made from it.
 */
export interface Endpoint {
  method: Method;
  /** Path with `:name` for each part that comes from `input`. */
  path: string;
  /** One sentence for the API document. */
  summary: string;
  /** `anyone` may call without signing in (the handler still checks what they may see). */
  who: 'anyone' | 'signed-in';
  /** What an access token must hold to call this: a scope, `any` valid token, or `refused` for all tokens. */
  token: Scope | 'any' | 'refused';
  /** Path, query and JSON body together. Unknown fields are refused. */
  input: z.ZodMiniObject;
  reply: z.ZodMiniType;
  /** Status of a good answer; 200 when left out. */
  status?: 200 | 201;
  /**
   * How the request's body travels when it is not JSON; `input` then holds path and query only. Of a `form` only its
   * arrival counts: it is what mail programs send when somebody unsubscribes (RFC 8058). A `comment` or a `pin` is a
   * form of its fields and files, or JSON of its fields.
   */
  body?: 'zip' | 'multipart or zip' | 'form' | 'comment' | 'pin';
  /** The limit on calls by one account, and by one address where no account is needed. Services add narrower ones. */
  limit?: RateLimitName;
}

/** Every rate-limited act. The numbers are in `limits.ts` and can be changed by the server's configuration. */
export type RateLimitName =
  | 'login'
  | 'loginFailures'
  | 'register'
  | 'gate'
  | 'gateAddressFailures'
  | 'gateFailures'
  | 'gateLateFailures'
  | 'gateNotices'
  | 'stage'
  | 'bulkChange'
  | 'upload'
  | 'newKilobytes'
  | 'token'
  | 'preview'
  | 'mail'
  | 'mailToAddress'
  | 'replyAddress'
  | 'replyAddressOfSnapshot'
  | 'replyMail'
  | 'replyMailOfSnapshot'
  | 'passwordCheck'
  | 'review'
  | 'reviewToAddress'
  | 'analytics'
  | 'analyticsTotal'
  | 'comment'
  | 'visitorAddressComments'
  | 'visitorComments'
  | 'commentList'
  | 'reviewLink'
  | 'presence'
  | 'export'
  | 'rewrite'
  | 'mcp';

/** Declares an endpoint, keeping the exact types of its input and reply. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** What a caller passes: before defaults and transforms. */
export type Input<E extends Endpoint> = z.input<E['input']>;
/** What a handler receives: parsed, with defaults. */
export type Parsed<E extends Endpoint> = z.output<E['input']>;
/** What a caller gets back, and what a handler must return. */
export type Reply<E extends Endpoint> = z.output<E['reply']>;
