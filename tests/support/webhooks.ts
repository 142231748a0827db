import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AUTHORITY } from '@stagelink/shared/staging/node/testing/certificates';
import { openReceiver, type Receiver } from '../../server/src/testing/webhookReceiver.ts';
import { newDataDir, type Server, startServer } from './server.ts';
import { test as base } from './story.ts';
export { openPushService } from '../../server/src/testing/pushService.ts';
export { idOf, type Received, verified } from '../../server/src/testing/webhookReceiver.ts';

/** Starts a server that trusts the receiver’s certificate and may reach it. */
export async function startTrusting(dataDir: string, port?: number): Promise<Server> {
  const authority = path.join(dataDir, 'authority.pem');
  await writeFile(authority, AUTHORITY);
  const trust = { NODE_EXTRA_CA_CERTS: authority, WEBHOOKS_ALLOW_PRIVATE: 'true' };
  return startServer({ dataDir, env: { ...trust, ...(port !== undefined && { PORT: String(port) }) } });
}

/** A story with a receiver, and a data folder for servers of its own. */
export const test = base.extend<{ receiver: Receiver; dataDir: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern.
  receiver: async ({}, use) => {
    const receiver = await openReceiver();
    await use(receiver);
    receiver.close();
  },
  // eslint-disable-next-line no-empty-pattern -- as above
  dataDir: async ({}, use) => {
    const dataDir = await newDataDir();
    await use(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  },
});
