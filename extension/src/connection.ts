import { type Call, createClient, type Send } from '@stagelink/shared/client';
import { nodeSend } from '@stagelink/shared/staging/send';
import type { App } from './app.ts';
import * as settings from './settings.ts';
import type { Owner } from './store/stagedFolders.ts';

export interface Connection {
  owner: Owner;
  send: Send;
  call: Call;
  /** For the live channel, which is no call. */
  token: string;
}

export const userAgentOf = (version: string): string => `stagelink-extension/${version}`;

const sendTo = ({ version }: App, server: string, token?: string): Send =>
  nodeSend({ server, token, userAgent: userAgentOf(version) });

/** Calls for somebody with a token, or for anybody without one. */
export const callTo = (app: App, server: string, token?: string): Call =>
  createClient(sendTo(app, server, token));

/** A connection for who is signed in to the server of the settings; null when nobody is. */
export async function connection(app: App): Promise<Connection | null> {
  const server = settings.server();
  const signIn = await app.signIns.of(server);
  if (!signIn) return null;
  const { uid, token } = signIn;
  const send = sendTo(app, server, token);
  return { owner: { server, uid }, send, call: createClient(send), token };
}
