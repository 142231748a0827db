import {
  ApiError,
  type Call,
  createClient,
  type Incoming,
  NetworkError,
  type Outgoing,
} from '@stagelink/shared/client';
import * as z from 'zod/mini';
import { t } from '../words/common.ts';

// zod would try `new Function` to be faster; our own Content-Security-Policy forbids that, rightly.
z.config({ jitless: true });

async function send({ method, path, json, stream }: Outgoing): Promise<Incoming> {
  // A form sets its own type, with the boundary between its parts.
  const given = stream?.body instanceof FormData ? undefined : stream?.type;
  const type = given ?? (json === undefined ? undefined : 'application/json');
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(type ? { 'content-type': type } : {}) },
      body: (stream?.body as BodyInit | undefined) ?? json ?? null,
    });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new NetworkError(t('unreachable'), { cause });
  }
}

let whenSessionLost = (): void => {};

/** Called when a call that needs a session is answered 401: the session has ended behind our back. */
export function onSessionLost(listener: () => void): void {
  whenSessionLost = listener;
}

/** Wraps a client so that a lost session is noticed whoever made the call. */
export function noticingLostSession(client: Call): Call {
  return async (endpoint, input, stream) => {
    try {
      return await client(endpoint, input, stream);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthenticated' && endpoint.who === 'signed-in') {
        whenSessionLost();
      }
      throw error;
    }
  };
}

/** Calls the server without an opinion about the session: for asking whether there is one. */
export const callQuietly: Call = createClient(send);

/** The one client of the web app. */
export const call: Call = noticingLostSession(callQuietly);
