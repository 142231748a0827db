import { type Call, createClient, type Send } from '@stagelink/shared/client/call';
import { nodeSend } from '@stagelink/shared/staging/node/nodeTransport';
import * as settings from './settings.ts';
import type { SignIns } from './store/signIns.ts';
import type { Owner } from './store/stagedFolders.ts';

/** What a connection needs of the application context. */
interface Connecting {
  version: string;
  signIns: SignIns;
}

export interface Connection {
  owner: Owner;
  send: Send;
  call: Call;
  /** Token for the live channel. */
  token: string;
}

export const userAgentOf = (version: string): string => `stagelink-extension/${version}`;

const sendTo = ({ version }: Pick<Connecting, 'version'>, server: string, token?: string): Send =>
  nodeSend({ server, token, userAgent: userAgentOf(version) });

/** Creates calls with or without a token. */
export const callTo = (app: Pick<Connecting, 'version'>, server: string, token?: string): Call =>
  createClient(sendTo(app, server, token));

/** Returns a connection to the configured server; null when signed out. */
export async function connection(app: Connecting): Promise<Connection | null> {
  const server = settings.server();
  const signIn = await app.signIns.of(server);
  if (!signIn) return null;
  const { uid, token } = signIn;
  const send = sendTo(app, server, token);
  return { owner: { server, uid }, send, call: createClient(send), token };
}
