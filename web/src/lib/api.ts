import {
  ApiError,
  type Call,
  createClient,
  type ClientResponse,
  NetworkError,
  type ClientRequest,
} from '@stagelink/shared/client/call';
import { ACTING_AS } from '@stagelink/shared/contracts/snapshots';
import * as z from 'zod/mini';
import { t } from './commonCopy.ts';
import { createListeners } from './listeners.ts';

// zod's fast path uses `new Function`, which our Content-Security-Policy forbids.
z.config({ jitless: true });

let shownCaller: string | null = null;

/** Names who the page shows as its caller, to be sent with each change; null for none. */
export function actAs(caller: string | null): void {
  shownCaller = caller;
}

/** Headers that name the shown caller with a change. */
export const callerHeader = (method: string): Record<string, string> =>
  shownCaller === null || method === 'GET' ? {} : { [ACTING_AS]: shownCaller };

/** Browsers refuse a kept request when more than 64 KiB of such bodies are under way at once. */
const LARGEST_KEPT = 4096;

async function send({ method, path, json, stream }: ClientRequest): Promise<ClientResponse> {
  // The browser sets a form's content type, with its boundary.
  const given = stream?.body instanceof FormData ? undefined : stream?.type;
  const type = given ?? (json === undefined ? undefined : 'application/json');
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...callerHeader(method),
        ...(type ? { 'content-type': type } : {}),
      },
      body: (stream?.body as BodyInit | undefined) ?? json ?? null,
      // A change is still sent when the user leaves the page in the same moment.
      keepalive: json !== undefined && json.length < LARGEST_KEPT,
    });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new NetworkError(t('unreachable'), { cause });
  }
}

/** Unlike a timer, a message is not delayed in a hidden tab. */
const pause = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

const { listen, notify } = createListeners();

/**
 * Registers a listener for 401 responses to requests that need a session, or whose page shows another caller. Returns a
 * function that removes it.
 */
export const onSessionLost = listen;

/** Wraps a client to detect a lost session on every request. */
export function noticingLostSession(client: Call): Call {
  return async (endpoint, input, stream) => {
    try {
      return await client(endpoint, input, stream);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthenticated') notify();
      throw error;
    }
  };
}

/** Does not report a lost session: for checking whether there is one. */
export const callQuietly: Call = createClient(send, pause);

/** The client of the web app. */
export const call: Call = noticingLostSession(callQuietly);
