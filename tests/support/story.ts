import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, expect, type FrameLocator, type Page, test as base } from '@playwright/test';
import { type Mailbox, openMailbox } from '../../server/src/testing/mailbox.ts';
import { passGate } from './pages/gate.ts';
import { type Server, startServer } from './server.ts';
import {
  type Account,
  copyPrototype,
  PASSWORD,
  type Ran,
  signUp,
  type StagedFolder,
  stagelink,
} from './stagelink.ts';

export { expect };
export type { Mailbox };

export interface Owner {
  account: Account;
  /** Runs `stagelink` in this user's shell. */
  run: (...args: string[]) => Promise<Ran>;
  /** Runs `stagelink stage`, which must succeed. */
  stage: (folder: string, ...flags: string[]) => Promise<StagedFolder>;
}

export interface StoryFixtures {
  owner: Owner;
  /** Copies the source of a prototype; removed after the story. */
  prototype: (name: string) => Promise<string>;
  /** Writes files into a folder that is removed after the story; the folder has the same name each time. */
  writeFolder: (files: Readonly<Record<string, string | Buffer>>) => Promise<string>;
  /** A signed-out browser. */
  visitor: Page;
  /** A signed-in browser without a page yet. */
  signedIn: (account: Account) => Promise<Page>;
  /** A signed-in browser that shows the dashboard. */
  enterAs: (account: Account) => Promise<Page>;
}

/** A story runs on its worker's server, which is already running and whose email arrives in `mailbox`. */
export const test = base.extend<StoryFixtures, { server: Server; mailbox: Mailbox }>({
  mailbox: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const mailbox = await openMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mailbox }, use) => {
      const server = await startServer({
        env: { SMTP_URL: mailbox.url, MAIL_FROM: 'Stagelink <mail@stagelink.example>' },
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),

  owner: async ({ server }, use) => {
    const home = await mkdtemp(path.join(tmpdir(), 'stagelink-home-'));
    await use(await ownerOn(server, home));
    await rm(home, { recursive: true, force: true });
  },

  // eslint-disable-next-line no-empty-pattern -- as above
  prototype: async ({}, use) => {
    const removals: (() => Promise<void>)[] = [];
    await use(async (name) => {
      const { folder, remove } = await copyPrototype(name);
      removals.push(remove);
      return folder;
    });
    for (const remove of removals) await remove();
  },

  // eslint-disable-next-line no-empty-pattern -- as above
  writeFolder: async ({}, use) => {
    const home = await mkdtemp(path.join(tmpdir(), 'stagelink-folder-'));
    const folder = path.join(home, 'shop');
    await use(async (files) => {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
        await writeFile(path.join(folder, name), content);
      }
      return folder;
    });
    await rm(home, { recursive: true, force: true });
  },

  visitor: async ({ browser, server }, use) => {
    const context = await browser.newContext({ baseURL: server.url });
    await keepCommentsOpen(context);
    await use(await context.newPage());
    await context.close();
  },

  signedIn: async ({ browser, server }, use) => {
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async ({ email }) => {
      const context = await browser.newContext({ baseURL: server.url });
      contexts.push(context);
      await keepCommentsOpen(context);
      const page = await context.newPage();
      await authenticate(page, server, email);
      return page;
    });
    for (const context of contexts) await context.close();
  },

  enterAs: async ({ signedIn }, use) => {
    await use(async (account) => {
      const page = await signedIn(account);
      await page.goto('/dashboard');
      return page;
    });
  },
});

/** Signs a browser in with one request; the sign-in page has stories of its own. */
export async function authenticate(page: Page, { url }: Pick<Server, 'url'>, email: string): Promise<void> {
  const data = { email, password: PASSWORD };
  const answer = await page.request.post(`${url}/auth/login`, { data, headers: { Origin: url } });
  if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}`);
}

/** Signs a browser in and opens the dashboard. */
export async function signIn(page: Page, server: Pick<Server, 'url'>, email: string): Promise<void> {
  await authenticate(page, server, email);
  await page.goto(`${server.url}/dashboard`);
}

/** As for a user who left the viewer's right column open: at first it is a rail. */
export const keepCommentsOpen = (context: BrowserContext) =>
  context.addInitScript(() => {
    if (window !== window.top || localStorage.getItem('stagelink-viewer-panel') !== null) return;
    localStorage.setItem('stagelink-viewer-panel', 'open');
  });

/** Gives a user a shell on this server, and an account if only the name is given. */
export async function ownerOn(server: Server, home: string, user: string | Account = 'Ada'): Promise<Owner> {
  const account = typeof user === 'string' ? await signUp(server.url, user) : user;
  const run = (...args: string[]) => stagelink(server.url, account, home, args);
  return {
    account,
    run,
    async stage(folder, ...flags) {
      const ran = await run('stage', folder, '--json', '--yes', ...flags);
      if (ran.code !== 0) throw new Error(`stage ended with ${ran.code}:\n${ran.stdout}\n${ran.stderr}`);
      return (JSON.parse(ran.stdout) as { data: StagedFolder }).data;
    },
  };
}

/** Skips the welcome of an account that was made in the browser. */
export async function skipWelcome(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Welcome to Stagelink' }).getByText('Skip tour').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Opens a snapshot's link and passes its gate. */
export async function openLink(
  page: Page,
  { url, password }: Pick<StagedFolder, 'url' | 'password'>,
): Promise<FrameLocator> {
  await page.goto(url);
  if (password !== null) {
    await passGate(page, password);
  }
  return previewOf(page);
}

export const previewOf = (page: Page): FrameLocator => page.frameLocator('#preview');

/**
 * Presses C after the viewer appeared around the preview, which loads first. The next click in the preview
 * picks.
 */
export async function startPicking(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button', { name: 'Comment' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(
    page.getByText('Click an element or drag an area to comment on it', { exact: true }),
  ).toBeVisible();
}
