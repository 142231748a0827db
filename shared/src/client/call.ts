import { type Endpoint, type Input, type Reply, sendsJson } from '../contracts/endpoint.ts';
import { type ErrorCode, ErrorReply } from '../contracts/errors.ts';
import type { ExistingLink } from '../contracts/folderLinks.ts';
import type { FoundSecret } from '../contracts/secrets.ts';

/** Request as the client hands it to a transport. */
export interface ClientRequest {
  method: string;
  /** Path and query, relative to the server's root. */
  path: string;
  /** JSON text; absent without a body or with `stream`. */
  json?: string;
  /** Body of an endpoint that does not take JSON, and what identifies a repetition of it. */
  stream?: { type: string; body: unknown; idempotencyKey?: string };
  /** Takes the body of a success, whose `text` is then empty. Node's transport only. */
  save?: (body: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Gives this request some seconds to finish after the client's other requests were cancelled. */
  mustFinish?: boolean;
}

export interface ClientResponse {
  status: number;
  /** Whole body as text. */
  text: string;
  /** `Date` header of the response, where the transport can read it. */
  date?: string | undefined;
}

/** Sends one request. Rejects only when no response arrived. */
export interface Send {
  (request: ClientRequest): Promise<ClientResponse>;
  /** Whether the server runs on this computer, where compressing costs more than it saves. */
  isLocal?: boolean;
}

/** Calls one endpoint. Throws `ApiError` for every response that is not a success. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  stream?: ClientRequest['stream'],
) => Promise<Reply<E>>;

/** Response that was not a success. Switch on `code`; show `message`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;
  /** Where keys are that must not be public, for `secret_found`. */
  readonly secrets: readonly FoundSecret[];
  /** The folder's link, for `link_exists`. */
  readonly link: ExistingLink | undefined;
  /** Whether the response is not from Stagelink but from a proxy, a captive portal or another server. */
  readonly isForeign: boolean;

  constructor(
    status: number,
    reply: Pick<ErrorReply, 'code' | 'message' | 'field' | 'retryAfter' | 'secrets' | 'link'>,
    { isForeign = false, ...options }: { isForeign?: boolean } & ErrorOptions = {},
  ) {
    super(reply.message, options);
    this.isForeign = isForeign;
    this.status = status;
    this.code = reply.code;
    this.field = reply.field;
    this.retryAfter = reply.retryAfter;
    this.secrets = reply.secrets ?? [];
    this.link = reply.link;
  }
}

/** The request did not reach the server, or no response arrived. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** Returns a message and a hint for a response that is not from a Stagelink server. */
export function foreignAnswer({ status }: ApiError): { message: string; hint: string } {
  if (status >= 300 && status < 400) {
    return {
      message: 'The server’s address redirects to another address.',
      hint: 'Use the address it redirects to, often the same with https:// or www.',
    };
  }
  return {
    message: `The response is not from a Stagelink server (status ${status}).`,
    hint: 'Check the address, and whether this network asks you to sign in or goes through a proxy.',
  };
}

/** Returns the header that identifies a repetition. */
export const idempotencyHeader = ({ stream }: ClientRequest): Record<string, string> =>
  stream?.idempotencyKey === undefined ? {} : { 'idempotency-key': stream.idempotencyKey };

function address(
  endpoint: Endpoint,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const path = endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path, rest };
}

function query(rest: Record<string, unknown>): string {
  const pairs = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    // A list repeats its name.
    .flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]))
    .map((pair) => pair.map(encodeURIComponent).join('='));
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Returns the value, or undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the error of a response that is not a success. */
export function toError(endpoint: Endpoint, { status, text }: ClientResponse): ApiError {
  const reply = ErrorReply.safeParse(parseJson(text));
  return reply.success ? new ApiError(status, reply.data) : foreign(endpoint, { status, text });
}

/** Returns the error of a response that is not ours. Its message follows the specification and is for logs. */
export function foreign(endpoint: Endpoint, { status, text }: ClientResponse, cause?: unknown): ApiError {
  const body = endpoint.method === 'POST' ? `: ${text.slice(0, 500)}` : '';
  const reply = { code: 'internal', message: `API request failed: ${status}${body}` } as const;
  return new ApiError(status, reply, { isForeign: true, cause });
}

/** Returns the request of a call. */
export function requestFor<E extends Endpoint>(endpoint: E, input: Input<E>): ClientRequest {
  const { path, rest } = address(endpoint, input);
  const { method } = endpoint;
  return sendsJson(endpoint)
    ? { method, path, json: JSON.stringify(rest) }
    : { method, path: path + query(rest) };
}

/** Rows that are parsed before other work may run. */
const SLICE = 40;

/** Lets waiting work run, such as the next frame of an interface. */
export type Pause = () => Promise<void>;

const rowsOf = ({ rows }: Endpoint, body: unknown): unknown[] => {
  const list: unknown = rows === undefined ? [] : (body as Record<string, unknown> | null)?.[rows];
  return Array.isArray(list) ? list : [];
};

/** Returns the bodies that together have all rows of this one. */
function slicesOf(endpoint: Endpoint, body: unknown): unknown[] {
  const { rows: name } = endpoint;
  const rows = rowsOf(endpoint, body);
  if (name === undefined || rows.length <= SLICE) return [body];
  return Array.from({ length: Math.ceil(rows.length / SLICE) }, (_, at) => ({
    ...(body as object),
    [name]: rows.slice(at * SLICE, (at + 1) * SLICE),
  }));
}

async function toReply<E extends Endpoint>(
  endpoint: E,
  response: ClientResponse,
  pause: Pause | undefined,
): Promise<Reply<E>> {
  const body = parseJson(response.text);
  const parsed: unknown[] = [];
  for (const slice of pause ? slicesOf(endpoint, body) : [body]) {
    if (parsed.length > 0) await pause?.();
    const reply = endpoint.reply.safeParse(slice);
    if (!reply.success) throw foreign(endpoint, response, reply.error);
    parsed.push(reply.data);
  }
  if (parsed.length === 1 || endpoint.rows === undefined) return parsed[0] as Reply<E>;
  const rows = parsed.flatMap((slice) => rowsOf(endpoint, slice));
  return { ...(parsed[0] as object), [endpoint.rows]: rows } as Reply<E>;
}

export const isSuccess = ({ status }: Pick<ClientResponse, 'status'>) => status >= 200 && status <= 299;

/**
 * Creates typed calls over a transport. Browsers, Node and tests pass their own `send`. Parses every reply
 * with its contract, so a reply that differs from it fails here. With `pause`, long lists are parsed in slices.
 */
export function createClient(send: Send, pause?: Pause): Call {
  return async (endpoint, input, stream) => {
    const response = await send({ ...requestFor(endpoint, input), ...(stream ? { stream } : {}) });
    if (!isSuccess(response)) throw toError(endpoint, response);
    return toReply(endpoint, response, pause);
  };
}
