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

  constructor(status: number, reply: Pick<ErrorReply, 'code' | 'message' | 'field' | 'retryAfter'>) {
    super(reply.message);
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
  if (reply.success) return new ApiError(status, reply.data);
  // A proxy or a crashed server answered, not ours: the specification's words for it.
  const body = endpoint.method === 'POST' ? `: ${text.slice(0, 500)}` : '';
  return new ApiError(status, { code: 'internal', message: `API request failed: ${status}${body}` });
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
    return endpoint.reply.parse(parseJson(answer.text)) as Reply<typeof endpoint>;
  };
}
