import { createHash } from 'node:crypto';
import {
  type Call,
  type ClientRequest,
  type ClientResponse,
  createClient,
  type Send,
} from '@stagelink/shared/client/call';
import { me } from '@stagelink/shared/contracts/accounts';
import { readProjectLink } from '@stagelink/shared/staging/node/projectLink';
import { nodeSend } from '@stagelink/shared/staging/node/nodeTransport';
import { exposure } from '@stagelink/shared/domain/serverAddress';
import { type Context, DEFAULT_SERVER, VERSION } from './context.ts';
import { notSignedIn, usage } from './errors.ts';
import { isSignedIn, rememberedServer, signInFor } from './store/accounts.ts';
import { fileFor, readJson, writeJson } from './store/files.ts';

export interface Connection {
  server: string;
  send: Send;
  call: Call;
  uid: string;
  token: string;
}

/**
 * Returns `--server`, otherwise STAGELINK_SERVER, the server `folder` is linked to, the last one signed in
 * to, or the local one. Without a trailing slash.
 */
export function serverOf(context: Context, folder?: string): string {
  const named = context.server ?? context.env.STAGELINK_SERVER;
  const given = named ?? linkedServer(context, folder) ?? rememberedServer() ?? DEFAULT_SERVER;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw usage(`“${given}” is not a server address.`, `Give one such as ${DEFAULT_SERVER}.`);
  }
  const problem = context.insecure ? null : exposure(url);
  if (problem !== null) {
    const safe = `https://${url.host}`;
    throw usage(problem, `Use ${safe}. In a network that you trust, --insecure sends it all the same.`);
  }
  return (url.origin + url.pathname).replace(/\/$/, '');
}

/**
 * A file in a folder must not choose which server receives STAGELINK_TOKEN. A stored token belongs to one
 * server.
 */
function linkedServer({ env }: Context, folder: string | undefined): string | undefined {
  if (folder === undefined || env.STAGELINK_TOKEN?.trim()) return undefined;
  const link = readProjectLink(folder);
  return link && isSignedIn(link.server) ? link.server : undefined;
}

export const sendTo = (context: Context, server: string, token?: string): Send =>
  nodeSend({ server, token, signal: context.signal, userAgent: `stagelink-cli/${VERSION}` });

/** Returns STAGELINK_TOKEN, otherwise the stored token; `uid` is null when only the token is known. */
export async function tokenFor(
  context: Context,
  server: string,
): Promise<{ token: string; uid: string | null } | null> {
  const token = context.env.STAGELINK_TOKEN?.trim();
  if (token) return { token, uid: knownUid(server, token) };
  return signInFor(server);
}

/** Connects to the server, which `folder` may name; throws when signed out. */
export async function connect(context: Context, folder?: string): Promise<Connection> {
  const server = serverOf(context, folder);
  const found = await tokenFor(context, server);
  if (!found) throw notSignedIn(server);
  const { token } = found;
  const send = sendTo(context, server, token);
  const call = createClient(send);
  const uid = found.uid ?? (await askUid(call, server, token));
  return { server, send, call, token, uid };
}

/**
 * Connects like `connect` for a program that runs for long: when the server refuses the token, the sign-in is
 * read again, and a request is sent once more with a new token. Later calls use it too.
 */
export async function connectForLong(context: Context): Promise<Connection> {
  const first = await connect(context);
  const { server } = first;
  let current: Pick<Connection, 'send' | 'token' | 'uid'> = first;

  async function renew(refused: string): Promise<boolean> {
    if (current.token !== refused) return true;
    const found = await tokenFor(context, server);
    if (!found || found.token === refused) return false;
    const send = sendTo(context, server, found.token);
    const uid = found.uid ?? (await askUid(createClient(send), server, found.token));
    current = { send, token: found.token, uid };
    return true;
  }

  const send: Send = Object.assign(
    async (request: ClientRequest): Promise<ClientResponse> => {
      const { send: sendNow, token } = current;
      const response = await sendNow(request);
      const isRefused = response.status === 401 && canSendAgain(request) && (await renew(token));
      return isRefused ? current.send(request) : response;
    },
    { isLocal: first.send.isLocal ?? false },
  );
  return {
    server,
    send,
    call: createClient(send),
    get token() {
      return current.token;
    },
    get uid() {
      return current.uid;
    },
  };
}

/** A stream was read by the first attempt. */
const canSendAgain = ({ stream }: ClientRequest): boolean =>
  stream === undefined || stream.body instanceof Uint8Array;

/** Tokens are replaced and differ per computer, so staged folders are stored per user. */
const uidFile = (server: string, token: string): string =>
  fileFor('tokens', server, createHash('sha256').update(token).digest('hex'));

function knownUid(server: string, token: string): string | null {
  const uid = readJson(uidFile(server, token));
  return typeof uid === 'string' ? uid : null;
}

async function askUid(call: Call, server: string, token: string): Promise<string> {
  const { user } = await call(me, {});
  writeJson(uidFile(server, token), user.uid);
  return user.uid;
}
