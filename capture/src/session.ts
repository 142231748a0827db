import {
  type Call,
  createClient,
  idempotencyHeader,
  NetworkError,
  type Send,
} from '@stagelink/shared/client/call';
import { PROTOCOL_HEADERS } from '@stagelink/shared/client/compatibility';
import * as z from 'zod/mini';

const Session = z.object({
  server: z.url(),
  token: z.string(),
  uid: z.string(),
  email: z.string(),
  expiresAt: z.string(),
});
export type Session = z.infer<typeof Session>;

const PackagedServer = z.object({ server: z.url() });

const SESSION = 'session';
const SERVER = 'server';

/** Returns the sign-in of this browser; null when signed out. It is never synchronized to other computers. */
export async function readSession(): Promise<Session | null> {
  const { [SESSION]: stored } = await chrome.storage.local.get(SESSION);
  return Session.safeParse(stored).data ?? null;
}

export const writeSession = (session: Session): Promise<void> =>
  chrome.storage.local.set({ [SESSION]: session });
export const forgetSession = (): Promise<void> => chrome.storage.local.remove(SESSION);

/** Returns the address of the server that this package was downloaded from. */
async function packagedServer(): Promise<string> {
  const response = await fetch(chrome.runtime.getURL('server.json'));
  return PackagedServer.parse(await response.json()).server;
}

export async function readServer(): Promise<string> {
  const { [SERVER]: stored } = await chrome.storage.local.get(SERVER);
  return typeof stored === 'string' ? stored : packagedServer();
}

export const writeServer = (server: string): Promise<void> => chrome.storage.local.set({ [SERVER]: server });

/** Sends no cookies: the extension acts with its own token only. */
const sendTo =
  (server: string, token: string | null): Send =>
  async (request) => {
    const { method, path, json, stream } = request;
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...PROTOCOL_HEADERS,
      ...idempotencyHeader(request),
    };
    if (token !== null) headers['authorization'] = `Bearer ${token}`;
    if (json !== undefined) headers['content-type'] = 'application/json';
    try {
      const response = await fetch(server + path, {
        method,
        headers,
        credentials: 'omit',
        body: (stream?.body as BodyInit | undefined) ?? json ?? null,
      });
      return { status: response.status, text: await response.text() };
    } catch (cause) {
      throw new NetworkError(`${URL.parse(server)?.host ?? server} could not be reached.`, { cause });
    }
  };

/** Creates calls to a server, with a token or without one. */
export const callTo = (server: string, token: string | null = null): Call =>
  createClient(sendTo(server, token));
