import type { LookupAddress, LookupAllOptions, LookupOneOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Incoming, NetworkError, type Outgoing, type Send } from '../client.ts';
import { agentFor, isLocal, type ProxyEnvironment, proxyOf } from './agent.ts';

export interface NodeSendOptions {
  /** The server's address, such as `http://localhost:4600`. */
  server: string;
  /** Sent as bearer; an access token or a session. */
  token?: string | undefined;
  /** Ends every request that is under way. */
  signal?: AbortSignal | undefined;
  /** Of silence on the connection, before it counts as lost. */
  idleMs?: number | undefined;
  userAgent?: string | undefined;
  /** Where the variables of a proxy are looked up; the process's own when left out. */
  environment?: ProxyEnvironment | undefined;
}

const IDLE_MS = 60_000;
/** How long a request that must finish goes on after it was cancelled. */
const FINISH_MS = 10_000;
const ANSWER_BYTES = 32 * 1024 * 1024;

const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Names under `localhost` are this machine (RFC 6761), though many resolvers do not know it. */
export const lookup: LookupFunction = (hostname, options, done) => {
  if (!/(^|\.)localhost$/i.test(hostname))
    systemLookup(hostname, options as LookupAllOptions & LookupOneOptions, done);
  else if (options.all) done(null, LOOPBACK);
  else done(null, '127.0.0.1', 4);
};

const UNTRUSTED =
  'its certificate is not trusted; if your company issued it, add its authority to the certificates of this system, or name it in NODE_EXTRA_CA_CERTS';

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no machine of that name',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'it cannot be reached from here',
  ENETUNREACH: 'there is no network',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'it did not answer in time',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  ERR_PROXY_TUNNEL: 'the proxy refused the connection',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** The words of OpenSSL and of Node's parser are for logs. */
function unusualReason(code: string, cause: unknown): string {
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return 'it does not speak HTTPS';
  if (code.startsWith('HPE_')) return 'what answers there does not speak HTTP';
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
 * A transport over Node's own HTTP: keeps connections open, sends bodies as they are made and no faster than they are
 * taken, and listens while it sends, so that a refusal in the middle of an upload is heard. Rejects with
 * `NetworkError`, in a sentence, when there is no answer.
 */
export function nodeSend(options: NodeSendOptions): Send {
  const { signal, environment = process.env } = options;
  const base = new URL(options.server);
  const { request: open } = base.protocol === 'https:' ? https : http;
  const agent = agentFor(base, environment);
  const prefix = base.pathname.replace(/\/$/, '');
  const late = signal && delayed(signal, FINISH_MS);

  const send = (outgoing: Outgoing) =>
    new Promise<Incoming>((resolve, reject) => {
      const fail = (cause: unknown): void => reject(toNetworkError(base, environment, cause));
      const request = open(new URL(prefix + outgoing.path, base), {
        method: outgoing.method,
        headers: headersOf(outgoing, options),
        agent,
        lookup,
        signal: outgoing.mustFinish ? late : signal,
      });
      request.on('error', fail);
      request.setTimeout(options.idleMs ?? IDLE_MS, () =>
        request.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
      );
      request.on('response', (response) => {
        readAll(response)
          .then(
            (text) => resolve({ status: response.statusCode ?? 0, text, date: response.headers.date }),
            fail,
          )
          .finally(() => {
            // Answered before all was sent: the rest is not wanted, and the connection cannot be used again.
            if (!request.writableFinished) request.destroy();
          });
      });
      if (outgoing.stream) void sendChunks(request, outgoing.stream.body);
      else request.end(outgoing.json);
    });
  return Object.assign(send, { isLocal: isLocal(base) });
}

/** A signal that aborts some time after another. */
function delayed(signal: AbortSignal, milliseconds: number): AbortSignal {
  const late = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => late.abort(), milliseconds).unref(), {
    once: true,
  });
  return late.signal;
}

function headersOf(outgoing: Outgoing, { token, userAgent }: NodeSendOptions): http.OutgoingHttpHeaders {
  const type = outgoing.stream?.type ?? (outgoing.json === undefined ? undefined : 'application/json');
  return {
    accept: 'application/json',
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(outgoing.json === undefined ? {} : { 'content-length': Buffer.byteLength(outgoing.json) }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
  };
}

/** Asks for a chunk when the one before has left: no more than one is held, and its memory may be used again. */
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

async function readAll(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) throw new Error('its answer is too large');
  }
  return Buffer.concat(chunks).toString('utf8');
}
