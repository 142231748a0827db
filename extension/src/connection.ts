import { type Call, createClient, type Send } from '@stagelink/shared/client';
import { nodeSend } from '@stagelink/shared/staging/send';
import type { App } from './app.ts';
import * as settings from './settings.ts';
import type { Owner } from './store/stagedFolders.ts';

export interface Connection {
  owner: Owner;
  send: Send;
}

const sendTo = ({ version }: App, server: string, token?: string): Send =>
  nodeSend({ server, token, userAgent: `stagelink-extension/${version}` });

/** Calls for somebody with a token, or for anybody without one. */
export const callTo = (app: App, server: string, token?: string): Call =>
  createClient(sendTo(app, server, token));

/** A connection for who is signed in to the server of the settings; null when nobody is. */
export async function connection(app: App): Promise<Connection | null> {
  const server = settings.server();
  const signIn = await app.signIns.of(server);
  return signIn && { owner: { server, uid: signIn.uid }, send: sendTo(app, server, signIn.token) };
}
