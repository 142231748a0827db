import { type ClientResponse, parseJson } from '../client/call.ts';
import type { Endpoint, Reply } from '../contracts/endpoint.ts';
import type { Routes } from '../contracts/endpoints.ts';
import type { ErrorCode, ErrorReply } from '../contracts/errors.ts';
import {
  checkNames,
  type FakeRequest,
  type Match,
  matchEndpoint,
  type ParsedRequest,
  parseRequest,
  parseStrictly,
} from './parseRequest.ts';

/** Response that no contract checks. */
export class RawResponse implements ClientResponse {
  readonly status: number;
  readonly text: string;

  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

/** Returns a response that no contract checks: a file, events, or what is not from Stagelink. */
export const raw = (status: number, text: string): RawResponse => new RawResponse(status, text);

/** Returns an error as the server sends it. */
export function refusal(
  status: number,
  code: ErrorCode,
  message: string,
  more: Pick<ErrorReply, 'field' | 'retryAfter' | 'secrets' | 'link'> = {},
): RawResponse {
  return raw(status, JSON.stringify({ ok: false, code, message, ...more } satisfies ErrorReply));
}

/** A request that keeps to its contract. */
export interface Received<E extends Endpoint> extends ParsedRequest<E> {
  /** As it arrived, for files, bytes and headers. */
  request: FakeRequest;
}

type Result<E extends Endpoint> = Reply<E> | RawResponse;

/** Returns the reply of an endpoint, or a response that no contract checks. */
export type Handler<E extends Endpoint> = (received: Received<E>) => Result<E> | Promise<Result<E>>;

/** Handlers by method and path of the contract, such as `GET /api/projects/:id/overview`. */
export type Handlers = { [Name in keyof Routes]?: Handler<Routes[Name]> };

/** The requests that each handler received, in order. */
export type Requests = { [Name in keyof Routes]?: Received<Routes[Name]>[] };

/** Stand-in for the server that holds clients and tests to the contracts. */
export interface FakeServer {
  /** Responds to a request. Rejects when there is no handler, or when it or its reply breaks the contract. */
  send: (request: FakeRequest) => Promise<ClientResponse>;
  /** Whether there is a handler for a request. */
  handles: (request: FakeRequest) => boolean;
  requests: Requests;
  /** Throws when `send` rejected a request, for the end of a test. */
  check: () => void;
}

function toResponse({ name, endpoint }: Match, result: Result<Endpoint>): ClientResponse {
  if (result instanceof RawResponse) return result;
  const text = JSON.stringify(result);
  parseStrictly(`The reply of this test to ${name}`, endpoint.reply, parseJson(text));
  return { status: endpoint.status ?? 200, text };
}

/** Starts a fake server with the replies of a test, which may change meanwhile, and those of every test. */
export function fakeServer(own: Handlers, common: Handlers = {}): FakeServer {
  checkNames(Object.keys(own));
  const requests: Partial<Record<keyof Routes, Received<Endpoint>[]>> = {};
  const faults: Error[] = [];

  /** Returns what `run` returns, and records what it throws. */
  function recordingFault<T>(run: () => T): T {
    try {
      return run();
    } catch (fault) {
      faults.push(fault as Error);
      throw fault;
    }
  }

  function find(request: FakeRequest): { match: Match; handle: Handler<Endpoint> } | null {
    const match = matchEndpoint(request);
    const handle = match && (own[match.name] ?? common[match.name]);
    return handle ? { match, handle: handle as Handler<Endpoint> } : null;
  }

  function receive(request: FakeRequest): { match: Match; respond: () => ReturnType<Handler<Endpoint>> } {
    const found = find(request);
    if (!found) throw new Error(`This test has no reply for ${request.method} ${request.path}`);
    const { match, handle } = found;
    const received = { ...parseRequest(match, request), request };
    (requests[match.name] ??= []).push(received);
    return { match, respond: () => handle(received) };
  }

  return {
    requests: requests as Requests,
    handles: (request) => find(request) !== null,
    check() {
      if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('\n'));
    },
    async send(request) {
      const { match, respond } = recordingFault(() => receive(request));
      const result = await respond();
      return recordingFault(() => toResponse(match, result));
    },
  };
}
