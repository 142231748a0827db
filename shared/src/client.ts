import type { Endpoint, Input, Reply } from './contracts/endpoint.ts';
import { type ErrorCode, ErrorReply } from './contracts/errors.ts';

/** A request as the client hands it to whatever can send it. */
export interface Outgoing {
  method: string;
  /** Path and query, from the server's root. */
  path: string;
  /** JSON text; absent when there is no body or `stream` is used. */
  json?: string;
  /** For endpoints whose body is not JSON. */
  stream?: { type: string; body: unknown };
  /** Cancelling the client's other requests leaves this one some seconds to be answered. */
  mustFinish?: boolean;
}

export interface Incoming {
  status: number;
  /** The whole body as text. */
  text: string;
  /** The server's clock, as its `Date` header says; only where the transport can read it. */
  date?: string | undefined;
}

/** Sends one request. It rejects only when there was no answer at all. */
export interface Send {
  (request: Outgoing): Promise<Incoming>;
  /** True when the server runs on this very machine, so that bytes cost less than compressing them. */
  isLocal?: boolean;
}

/** Calls one endpoint; throws `ApiError` for every answer that is not a success. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  stream?: Outgoing['stream'],
) => Promise<Reply<E>>;

/** An answer that was not a success. Switch on `code`; show `message`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;
  /** True when the response is not one of Stagelink: a proxy, a sign-in page of a network, or another server. */
  readonly isForeign: boolean;

  constructor(
    status: number,
    reply: Pick<ErrorReply, 'code' | 'message' | 'field' | 'retryAfter'>,
    { isForeign = false, cause }: { isForeign?: boolean; cause?: unknown } = {},
  ) {
    super(reply.message, cause === undefined ? undefined : { cause });
    this.isForeign = isForeign;
    this.status = status;
    this.code = reply.code;
    this.field = reply.field;
    this.retryAfter = reply.retryAfter;
  }
}

/** The request did not reach the server, or no answer came back. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** What a person reads when something other than a Stagelink server answered, with a hint of what to do. */
export function foreignAnswer({ status }: ApiError): { message: string; hint: string } {
  if (status >= 300 && status < 400) {
    return {
      message: 'The server’s address leads to another address.',
      hint: 'Use the address it leads to: often the same with https:// or www.',
    };
  }
  return {
    message: `What answers at the server’s address is not a Stagelink server (status ${status}).`,
    hint: 'Check the address, and whether this network asks you to sign in or goes through a proxy.',
  };
}

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
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toError(endpoint: Endpoint, { status, text }: Incoming): ApiError {
  const reply = ErrorReply.safeParse(parseJson(text));
  return reply.success ? new ApiError(status, reply.data) : foreign(endpoint, { status, text });
}

/** The specification's message; it is for logs, and clients have sentences of their own. */
function foreign(endpoint: Endpoint, { status, text }: Incoming, cause?: unknown): ApiError {
  const body = endpoint.method === 'POST' ? `: ${text.slice(0, 500)}` : '';
  const reply = { code: 'internal', message: `API request failed: ${status}${body}` } as const;
  return new ApiError(status, reply, { isForeign: true, cause });
}

/**
 * Typed calls over any transport. `send` is handed in, because browsers, Node and tests each have their own.
 * The reply is parsed with the contract, so an answer that has drifted from it fails here, loudly.
 */
export function createClient(send: Send): Call {
  return async (endpoint, input, stream) => {
    const { path, rest } = address(endpoint, input);
    const inQuery = endpoint.method === 'GET' || endpoint.body !== undefined;
    const answer = await send({
      method: endpoint.method,
      path: inQuery ? path + query(rest) : path,
      ...(inQuery ? {} : { json: JSON.stringify(rest) }),
      ...(stream ? { stream } : {}),
    });
    if (answer.status < 200 || answer.status > 299) throw toError(endpoint, answer);
    const reply = endpoint.reply.safeParse(parseJson(answer.text));
    if (!reply.success) throw foreign(endpoint, answer, reply.error);
    return reply.data as Reply<typeof endpoint>;
  };
}
