import type { IncomingHttpHeaders } from 'node:http';
import { type Agent, get, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { AppError } from '../../../platform/http/errors.ts';
import { NotPublic } from '../../../platform/outgoing/publicAgent.ts';

const DOCUMENT_BYTES = 16 * 1024;
const FETCH_MS = 5000;

const unreadable = (why: string, cause?: unknown) =>
  new AppError('invalid_input', `The program’s description could not be read: ${why}.`, { cause });

/** What a client says about itself, and for how long. */
interface ClientDocument {
  content: unknown;
  freshMs: number;
}

/** Reads the JSON document at the URL of a client: no redirects, bounded in size and time, from the internet only. */
export type ReadDocument = (url: string) => Promise<ClientDocument>;

const FRESH_MAX_SECONDS = 3600;
const NOT_SHARED = /(?:^|[\s,])(?:no-store|no-cache|private)(?=[\s,=]|$)/i;

/** Returns for how long a response may be used again by many (RFC 9111); without a word of its server not at all. */
function freshMsOf({ 'cache-control': control = '', age = '0' }: IncomingHttpHeaders): number {
  const secondsOf = (name: string) => new RegExp(`(?:^|[\\s,])${name}="?(\\d{1,9})`, 'i').exec(control)?.[1];
  const seconds = Number(secondsOf('s-maxage') ?? secondsOf('max-age') ?? 0) - (Number(age) || 0);
  return NOT_SHARED.test(control) ? 0 : Math.min(Math.max(0, seconds), FRESH_MAX_SECONDS) * 1000;
}

export const documentReader =
  (agent: Agent, milliseconds = FETCH_MS): ReadDocument =>
  (url) =>
    new Promise((resolve, reject) => {
      const fail = (why: string, cause?: unknown) =>
        reject(cause instanceof AppError ? cause : unreadable(why, cause));
      const failed = (cause: unknown) =>
        fail(
          cause instanceof NotPublic ? 'its address is not on the internet' : 'its server cannot be reached',
          cause,
        );
      const { hostname } = new URL(url);
      if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return fail('its address is no name');
      const options: RequestOptions = {
        headers: { accept: 'application/json' },
        agent,
        signal: AbortSignal.timeout(milliseconds),
      };
      const request = get(url, options, (response) => {
        const { statusCode, headers } = response;
        const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
        if (statusCode !== 200 || !isJson) {
          response.destroy();
          return fail(statusCode === 200 ? 'it is not JSON' : `its server answered ${statusCode}`);
        }
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          chunks.push(chunk);
          if (bytes > DOCUMENT_BYTES) response.destroy(unreadable('it is too long'));
        });
        response.on('error', (cause) => fail('the connection ended', cause));
        response.on('end', () => {
          try {
            const content: unknown = JSON.parse(Buffer.concat(chunks).toString());
            resolve({ content, freshMs: freshMsOf(headers) });
          } catch (cause) {
            fail('it is not JSON', cause);
          }
        });
      });
      request.on('error', failed);
    });
