import { ApiError, type Call, createClient, NetworkError, type Outgoing } from '@stagelink/shared/client';
import { signInOptions } from '@stagelink/shared/contracts/accounts';
import { incompatibility } from '@stagelink/shared/contracts/compatibility';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import { Refusal } from './refusal.ts';

/** Sends over Chromium's network in the product (the system's proxies and certificates), over Node's in tests. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

const ANSWER_MS = 30_000;

/** How every request to a server is made: nothing of a browser, and nowhere but where it was sent. */
export const PLAIN = { credentials: 'omit', redirect: 'error', cache: 'no-store' } as const;

export const authorization = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

/** Typed calls to a server, with or without somebody's token. */
export function callsTo(fetch: Fetch, server: string, token: string | null): Call {
  return createClient(async ({ method, path, json }: Outgoing) => {
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
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      return { status: response.status, text: await response.text() };
    } catch (cause) {
      throw new NetworkError(`${new URL(server).host} could not be reached.`, { cause });
    }
  });
}

/** A server's refusal as a sentence of ours. */
export function toRefusal(cause: unknown): unknown {
  if (cause instanceof ApiError) return new Refusal(cause.code, cause.message);
  if (cause instanceof NetworkError) {
    return new Refusal(
      'unavailable',
      cause.message,
      'Check the address and your connection, then try again.',
    );
  }
  return cause;
}

/** Makes sure that a Stagelink server we can work with answers at an address, before anything is told to it. */
export async function assertServer(fetch: Fetch, server: string): Promise<void> {
  const problem = incompatibility(await askOptions(fetch, server), 'this companion');
  if (problem !== null) throw new Refusal('unavailable', problem);
}

async function askOptions(fetch: Fetch, server: string): Promise<Reply<typeof signInOptions>> {
  try {
    return await callsTo(fetch, server, null)(signInOptions, {});
  } catch (cause) {
    if (cause instanceof NetworkError) throw toRefusal(cause);
    throw new Refusal(
      'not_found',
      `No Stagelink server answers at ${server}.`,
      'Check the address: it is the one you open the dashboard with.',
    );
  }
}

/** Whether anybody answers there at all. */
export const answers = (fetch: Fetch, server: string): Promise<boolean> =>
  askOptions(fetch, server).then(
    () => true,
    () => false,
  );
