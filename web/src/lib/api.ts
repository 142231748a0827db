import {
  ApiError,
  type Call,
  createClient,
  type ClientResponse,
  NetworkError,
  type ClientRequest,
} from '@stagelink/shared/client/call';
import * as z from 'zod/mini';
import { t } from './commonCopy.ts';

// zod's fast path uses `new Function`, which our Content-Security-Policy forbids.
z.config({ jitless: true });

async function send({ method, path, json, stream }: ClientRequest): Promise<ClientResponse> {
  // The browser sets a form's content type, with its boundary.
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

/** Registers a listener for 401 responses to requests that need a session. */
export function onSessionLost(listener: () => void): void {
  whenSessionLost = listener;
}

/** Wraps a client to detect a lost session on every request. */
export function noticingLostSession(client: Call): Call {
  return async (endpoint, input, stream) => {
    try {
      return await client(endpoint, input, stream);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthenticated' && endpoint.auth !== 'public') {
        whenSessionLost();
      }
      throw error;
    }
  };
}

/** Does not report a lost session: for checking whether there is one. */
export const callQuietly: Call = createClient(send);

/** The client of the web app. */
export const call: Call = noticingLostSession(callQuietly);
