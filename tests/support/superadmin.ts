import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { confirmAddress } from './mail.ts';
import type { Server } from './server.ts';
import { type Account, signUp } from './stagelink.ts';
import { test as base } from './story.ts';

const COMMAND = path.resolve(import.meta.dirname, '../../server/bin/stagelink-server.mjs');

interface SuperadminFixtures {
  /** Creates an account whose address is confirmed and whose role an operator gave. */
  superadmin: (name: string) => Promise<Account>;
}

async function grant({ dataDir }: Server, { email }: Account): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'test', STAGELINK_DATA: dataDir };
  await promisify(execFile)(process.execPath, [COMMAND, 'admin', 'grant', email], { env });
}

/** A story with superadmins. */
export const test = base.extend<SuperadminFixtures>({
  superadmin: async ({ server, mailbox, visitor }, use) => {
    await use(async (name) => {
      const account = await signUp(server.url, name);
      await confirmAddress(visitor, mailbox, account);
      await grant(server, account);
      return account;
    });
  },
});

/** Opens a tab of the back office whose live channel is open. */
export async function openAdmin(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin${query}`);
  await page.getByText('Live', { exact: true }).waitFor();
}
