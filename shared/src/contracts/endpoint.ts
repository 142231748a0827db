import type * as z from 'zod/mini';

/** What an access token may be allowed to do. A session may do all of it. */
export const SCOPES = ['snapshots:read', 'snapshots:write', 'comments:read', 'comments:write'] as const;
export type Scope = (typeof SCOPES)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A form of fields and files, or JSON of the fields. */
export interface FormBody<Fields extends z.ZodMiniObject = z.ZodMiniObject> {
  kind: 'form';
  fields: Fields;
  files: Record<string, { max: number; maxBytes: number }>;
}

type Body =
  | { kind: 'json'; maxBytes: number }
  | FormBody
  /** Bytes of one of these content types; limits come from the plan. */
  | { kind: 'stream'; types: readonly string[] }
  /** Unparsed bytes, for webhook signatures. */
  | { kind: 'raw'; maxBytes: number }
  /** Read and dropped: mail programs send a form to unsubscribe (RFC 8058). */
  | { kind: 'ignored' };

/**
 * One call of the API. The route, the typed client, the API reference and the access test derive from it.
 * See docs/decisions/0008.
 */
export interface Endpoint {
  method: Method;
  /** Path with `:name` for each part that comes from `input`. */
  path: string;
  /** One sentence for the API reference. */
  summary: string;
  /** `public` needs no account; handlers still check access to the object. */
  auth: 'public' | 'user' | 'superadmin';
  /** What an access token needs: a scope, `any` valid token, or `none` to reject all tokens. */
  tokenScope: Scope | 'any' | 'none';
  /** Path, query and JSON body together. Unknown fields are rejected. */
  input: z.ZodMiniObject;
  /** JSON up to 1 MB when absent. With a body, `input` describes path and query only. */
  body?: Body;
  reply: z.ZodMiniType;
  /** The list of the reply that may be long: interfaces parse it in slices, so that no frame waits for the whole. */
  rows?: string;
  /** `events`: a text/event-stream, each event parsed with `reply`. `file`: JSON of `reply`, or a file of another type. */
  replyKind?: 'json' | 'events' | 'file';
  /** Sent instead of `reply` to a client that accepts text/event-stream: objects of the event's name and its data. */
  events?: z.ZodMiniType<{ event: string; data: unknown }>;
  /** Takes an `Idempotency-Key` header: a repeated request gets the first one's reply. */
  takesIdempotencyKey?: true;
  /** Status of a success; 200 when absent. */
  status?: 200 | 201;
  /**
   * Limit per account, and per address where no account is needed; `read` or `change` when absent. Services add
   * narrower limits.
   */
  rateLimit?: RateLimitName;
}

/** Every rate limit. The numbers are in `limits.ts`; the server's configuration can change them. */
export type RateLimitName =
  | 'login'
  | 'loginFailures'
  | 'register'
  | 'gate'
  | 'gateAddressFailures'
  | 'gateSiteFailures'
  | 'gateFailures'
  | 'gateLateFailures'
  | 'gateNotices'
  | 'stage'
  | 'bulkChange'
  | 'upload'
  | 'tryOut'
  | 'tryOutUpload'
  | 'tryOutOfSite'
  | 'trySample'
  | 'trySampleOfSite'
  | 'trySampleTotal'
  | 'claim'
  | 'picture'
  | 'newKilobytesUnverified'
  | 'newKilobytesFree'
  | 'newKilobytesPro'
  | 'newKilobytesTryOut'
  | 'newKilobytesOfAddress'
  | 'stagedFilesUnverified'
  | 'stagedFilesFree'
  | 'stagedFilesPro'
  | 'stagedFilesTryOut'
  | 'visitorKilobytes'
  | 'visitorKilobytesOfSnapshot'
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
  | 'strangersFree'
  | 'strangersPro'
  | 'analytics'
  | 'analyticsTotal'
  | 'comment'
  | 'visitorAddressComments'
  | 'visitorComments'
  | 'reaction'
  | 'visitorAddressReactions'
  | 'visitorReactions'
  | 'commentList'
  | 'pageTree'
  | 'reviewLink'
  | 'presence'
  | 'agentWait'
  | 'agentWork'
  | 'agentClient'
  | 'agentToken'
  | 'export'
  | 'download'
  | 'assistant'
  | 'assistantStart'
  | 'assistantMessage'
  | 'assistantSnapshot'
  | 'assistantVisitors'
  | 'assistantVisitorAddress'
  | 'rewrite'
  | 'mcp'
  | 'billing'
  | 'webhook'
  | 'issue'
  | 'webhookTest'
  | 'webhookFailures'
  | 'stripeEvent'
  | 'errorReport'
  | 'visitorErrorsTotal'
  | 'accountErrorsTotal'
  | 'read'
  | 'change'
  | 'readThreads'
  | 'view'
  | 'pageView'
  | 'pageViewsOfSnapshot'
  | 'tutorial';

/** Returns whether the fields of `input` that are not in the path travel as JSON, not in the query. */
export const sendsJson = ({ method, body }: Endpoint): boolean =>
  method !== 'GET' && (body === undefined || body.kind === 'json');

/** Returns the limit that counts a call, so that none is without one. */
export const rateLimitOf = ({ method, rateLimit }: Endpoint): RateLimitName =>
  rateLimit ?? (method === 'GET' ? 'read' : 'change');

/** Declares an endpoint and keeps the exact types of its input and reply. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** What a client passes: before defaults and transforms. */
export type Input<E extends Endpoint> = z.input<E['input']>;
/** What a handler receives: parsed, with defaults. */
export type Parsed<E extends Endpoint> = z.output<E['input']>;
/** What a client receives and a handler returns. */
export type Reply<E extends Endpoint> = z.output<E['reply']>;
/** What a client that streams receives, one by one. */
export type StreamEvent<E extends Endpoint> =
  E['events'] extends z.ZodMiniType<infer Event> ? Event : Reply<E>;
