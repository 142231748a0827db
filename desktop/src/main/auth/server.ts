import {
  type Call,
  type ClientRequest,
  createClient,
  NetworkError,
  type Send,
} from '@stagelink/shared/client/call';
import { PROTOCOL_HEADERS } from '@stagelink/shared/client/compatibility';
import { signInOptions } from '@stagelink/shared/contracts/accounts';
import { assertCompatible } from '@stagelink/shared/client/signIn';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import { isCallError, toUserError, UserError } from '@stagelink/shared/client/userError';

/** Sends requests with Chromium's network (system proxies and certificates), in tests with Node's. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

const ANSWER_MS = 30_000;

/** Options of every request: no cookies, no redirects, no cache. */
export const PLAIN = { credentials: 'omit', redirect: 'error', cache: 'no-store' } as const;

export const authorization = (token: string | null): Record<string, string> =>
  token === null ? {} : { ...PROTOCOL_HEADERS, authorization: `Bearer ${token}` };

/** Sends requests with or without a token. A body that is saved may take its time. */
export function sendTo(fetch: Fetch, server: string, token: string | null): Send {
  return async ({ method, path, json, save }: ClientRequest) => {
    try {
      const response = await fetch(server + path, {
        ...PLAIN,
        method,
        headers: {
          accept: 'application/json',
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...authorization(token),
        },
        ...(json === undefined ? {} : { body: json }),
        ...(save ? {} : { signal: AbortSignal.timeout(ANSWER_MS) }),
      });
      const { status, body } = response;
      if (!save || !response.ok || body === null) return { status, text: await response.text() };
      await save(body as unknown as AsyncIterable<Uint8Array>);
      return { status, text: '' };
    } catch (cause) {
      throw new NetworkError(`${new URL(server).host} could not be reached.`, { cause });
    }
  };
}

/** Creates typed calls with or without a token. */
export const callsTo = (fetch: Fetch, server: string, token: string | null): Call =>
  createClient(sendTo(fetch, server, token));

/** Turns an error of a call into one the user can read; other errors come back as they are. */
export const toShownError = (cause: unknown): unknown =>
  isCallError(cause)
    ? toUserError(cause, { network: 'Check the address and your connection, then try again.' })
    : cause;

/** Checks that a compatible Stagelink server responds before anything is sent to it. */
export async function assertServer(fetch: Fetch, server: string): Promise<void> {
  assertCompatible(await askOptions(fetch, server), 'this companion');
}

async function askOptions(fetch: Fetch, server: string): Promise<Reply<typeof signInOptions>> {
  try {
    return await callsTo(fetch, server, null)(signInOptions, {});
  } catch (cause) {
    if (cause instanceof NetworkError) throw toShownError(cause);
    throw new UserError(
      'not_found',
      `No Stagelink server responds at ${server}.`,
      'Check the address. It is the one of your dashboard.',
    );
  }
}

/** Whether a server responds. */
export const answers = (fetch: Fetch, server: string): Promise<boolean> =>
  askOptions(fetch, server).then(
    () => true,
    () => false,
  );
