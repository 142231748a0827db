import { createHash } from 'node:crypto';
import { type Call, createClient, type Send } from '@stagelink/shared/client';
import { nodeSend } from '@stagelink/shared/staging/send';
import { type Context, DEFAULT_SERVER, VERSION } from './context.ts';
import { notSignedIn, usage } from './exit.ts';
import { rememberedServer, signInFor } from './store/accounts.ts';

export interface Connection {
  server: string;
  send: Send;
  call: Call;
  /** The user's id, or a name for the token when only that is known. */
  account: string;
  token: string;
}

/** `--server`, else STAGELINK_SERVER, else the one last signed in to, else this machine's. Without a slash at its end. */
export function serverOf(context: Context): string {
  const given = context.server ?? context.env.STAGELINK_SERVER ?? rememberedServer() ?? DEFAULT_SERVER;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw usage(`“${given}” is not a server’s address.`, `Give one such as ${DEFAULT_SERVER}.`);
  }
  return (url.origin + url.pathname).replace(/\/$/, '');
}

export const sendTo = (context: Context, server: string, token?: string): Send =>
  nodeSend({ server, token, signal: context.signal, userAgent: `stagelink-cli/${VERSION}` });

/** STAGELINK_TOKEN, else who signed in on this machine. */
export async function tokenFor(
  context: Context,
  server: string,
): Promise<{ token: string; account: string } | null> {
  const given = context.env.STAGELINK_TOKEN?.trim();
  if (given) {
    const account = `token:${createHash('sha256').update(given).digest('hex').slice(0, 16)}`;
    return { token: given, account };
  }
  const signedIn = await signInFor(server);
  return signedIn && { token: signedIn.token, account: signedIn.uid };
}

/** A connection for somebody signed in; throws when nobody is. */
export async function connect(context: Context): Promise<Connection> {
  const server = serverOf(context);
  const found = await tokenFor(context, server);
  if (!found) throw notSignedIn(server);
  const send = sendTo(context, server, found.token);
  return { server, send, call: createClient(send), ...found };
}
