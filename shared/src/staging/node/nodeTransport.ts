import type { LookupAddress, LookupAllOptions, LookupOneOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import {
  type ClientRequest,
  type ClientResponse,
  isSuccess,
  NetworkError,
  type Send,
} from '../../client/call.ts';
import { PROTOCOL_HEADERS } from '../../client/compatibility.ts';
import { isLocal } from '../../domain/serverAddress.ts';
import { type ProxyEnvironment, proxyOf, routeTo } from './agent.ts';

export interface NodeSendOptions {
  /** URL of the server, such as `http://localhost:4600`. */
  server: string;
  /** Bearer credential: an access token or a session. */
  token?: string | undefined;
  /** Aborts all running requests. */
  signal?: AbortSignal | undefined;
  /** Idle time after which a connection counts as lost. */
  idleMs?: number | undefined;
  userAgent?: string | undefined;
  /** Variables that name a proxy; those of the process by default. */
  environment?: ProxyEnvironment | undefined;
}

const IDLE_MS = 60_000;
/** Time a `mustFinish` request has after it was cancelled. */
const FINISH_MS = 10_000;
const ANSWER_BYTES = 32 * 1024 * 1024;
/** Status of a proxy, never of a server (RFC 9110, 15.5.8). */
const PASSWORD_REQUIRED = 407;

const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Resolves names under `localhost` to the local host (RFC 6761), which many resolvers do not. */
export const lookup: LookupFunction = (hostname, options, done) => {
  if (!/(^|\.)localhost$/i.test(hostname))
    systemLookup(hostname, options as LookupAllOptions & LookupOneOptions, done);
  else if (options.all) done(null, LOOPBACK);
  else done(null, '127.0.0.1', 4);
};

const UNTRUSTED =
  'its certificate is not trusted. If your company issued it, add its authority to the certificates of this system or to NODE_EXTRA_CA_CERTS';

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing responds there',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
  EHOSTUNREACH: 'it cannot be reached from here',
  ENETUNREACH: 'there is no network',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'it did not respond in time',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  PROXY_REFUSED: 'the proxy refused the connection',
  PROXY_PASSWORD:
    'the proxy asks for a user name and a password. Add them to its address, as in http://name:password@proxy.example.com:8080',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** OpenSSL's and Node's own messages are for logs. */
function unusualReason(code: string, cause: unknown): string {
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return 'it does not support HTTPS';
  if (code.startsWith('HPE_')) return 'the response is not HTTP';
  if (code !== '') return `the connection failed (${code})`;
  return cause instanceof Error ? cause.message : String(cause);
}

function toNetworkError(server: URL, environment: ProxyEnvironment, cause: unknown): NetworkError {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  const code = first instanceof Error && 'code' in first ? String(first.code) : '';
  const reason = REASONS[code] ?? unusualReason(code, first);
  const proxy = proxyOf(server, environment);
  const through = proxy ? ` ${proxy.variable} names the proxy ${proxy.address}.` : '';
  const address = (server.origin + server.pathname).replace(/\/$/, '');
  return new NetworkError(`${address} could not be reached: ${reason}.${through}`, { cause });
}

/**
 * Creates a transport over Node's HTTP: reuses connections, streams bodies with backpressure, and reads
 * while it sends, so a rejection in the middle of an upload is noticed. Rejects with `NetworkError` when no
 * response arrives.
 */
export function nodeSend(options: NodeSendOptions): Send {
  const { signal, environment = process.env } = options;
  const base = new URL(options.server);
  const { request: open } = base.protocol === 'https:' ? https : http;
  const route = routeTo(base, environment);
  const prefix = base.pathname.replace(/\/$/, '');
  const late = signal && delayed(signal, FINISH_MS);

  const send = (outgoing: ClientRequest) =>
    new Promise<ClientResponse>((resolve, reject) => {
      const fail = (cause: unknown): void => reject(toNetworkError(base, environment, cause));
      const request = open(new URL(prefix + outgoing.path, base), {
        method: outgoing.method,
        headers: headersOf(outgoing, options),
        ...route,
        lookup,
        signal: outgoing.mustFinish ? late : signal,
      });
      request.on('error', fail);
      const failAtProxy = (status: number) => request.destroy(proxyFailure(status));
      // Only a tunnel emits this; the proxy's own response is not the server's.
      request.on('proxyConnect', ({ statusCode = 200 }: { statusCode?: number }) => {
        if (statusCode !== 200) failAtProxy(statusCode);
      });
      request.setTimeout(options.idleMs ?? IDLE_MS, () =>
        request.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
      );
      request.on('response', (response) => {
        if (response.statusCode === PASSWORD_REQUIRED) return failAtProxy(PASSWORD_REQUIRED);
        receive(response, outgoing)
          .then(
            (text) => resolve({ status: response.statusCode ?? 0, text, date: response.headers.date }),
            fail,
          )
          .finally(() => {
            // Responded before the body was complete: the rest is not wanted, and the connection cannot be
            // reused.
            if (!request.writableFinished) request.destroy();
          });
      });
      if (outgoing.stream) void sendChunks(request, outgoing.stream.body);
      else request.end(outgoing.json);
    });
  return Object.assign(send, { isLocal: isLocal(base) });
}

const proxyFailure = (status: number) =>
  Object.assign(new Error(`The proxy answered ${status}`), {
    code: status === PASSWORD_REQUIRED ? 'PROXY_PASSWORD' : 'PROXY_REFUSED',
  });

/** Returns a signal that aborts some time after another. */
function delayed(signal: AbortSignal, milliseconds: number): AbortSignal {
  const late = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => late.abort(), milliseconds).unref(), {
    once: true,
  });
  return late.signal;
}

function headersOf(outgoing: ClientRequest, { token, userAgent }: NodeSendOptions): http.OutgoingHttpHeaders {
  const type = outgoing.stream?.type ?? (outgoing.json === undefined ? undefined : 'application/json');
  return {
    accept: 'application/json',
    ...PROTOCOL_HEADERS,
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(outgoing.json === undefined ? {} : { 'content-length': Buffer.byteLength(outgoing.json) }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
  };
}

/** Requests a chunk after the previous one was sent, so its memory may be reused. */
async function sendChunks(request: http.ClientRequest, body: unknown): Promise<void> {
  try {
    for await (const chunk of asChunks(body)) {
      await new Promise<void>((resolve) => {
        request.once('close', resolve);
        request.write(chunk, () => {
          request.off('close', resolve);
          resolve();
        });
      });
      if (request.destroyed) return;
    }
    request.end();
  } catch (cause) {
    request.destroy(cause instanceof Error ? cause : new Error(String(cause)));
  }
}

function asChunks(body: unknown): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (body instanceof Uint8Array) return [body];
  if (
    typeof body === 'object' &&
    body !== null &&
    (Symbol.asyncIterator in body || Symbol.iterator in body)
  ) {
    return body as AsyncIterable<Uint8Array>;
  }
  throw new TypeError('A streamed body must be bytes or an iterable of bytes');
}

/** Returns the body as text, unless the client saves it. */
async function receive(response: http.IncomingMessage, { save }: ClientRequest): Promise<string> {
  if (!save || !isSuccess({ status: response.statusCode ?? 0 })) return readAll(response);
  await save(response);
  return '';
}

async function readAll(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) throw new Error('its response is too large');
  }
  return Buffer.concat(chunks).toString('utf8');
}
