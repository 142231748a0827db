import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { AssistantAccess } from '@stagelink/shared/contracts/assistant';
import { type ModelStandIn, openModel } from '../../server/src/testing/openai/standIn.ts';
export { textOf } from '../../server/src/testing/openai/standIn.ts';
export { pieces, silence, streaming } from '../../server/src/testing/openai/streams.ts';
export { ANALYSIS, REPLY } from '../../server/src/testing/openai/page.ts';
import { type Server, startServer } from './server.ts';
import { keepCommentsOpen, type Owner, ownerOn, test as base } from './story.ts';

interface AssistantFixtures {
  /** A server with a model behind it. */
  thinker: Server;
  thinkersOwner: Owner;
  reader: Page;
}

/** A story on a server with a model, which is a stand-in that checks every request. */
export const test = base.extend<AssistantFixtures, { model: ModelStandIn; thinking: Server }>({
  model: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const model = await openModel();
      await use(model);
      await model.close();
    },
    { scope: 'worker' },
  ],
  thinking: [
    async ({ model }, use) => {
      const wide = { points: 1_000_000, seconds: 1 };
      const names = ['login', 'register', 'stage', 'upload', 'token', 'preview', 'commentList', 'presence'];
      const assistant = ['assistant', 'assistantStart', 'assistantMessage', 'assistantSnapshot'];
      const visitors = ['assistantVisitors', 'assistantVisitorAddress'];
      const limits = Object.fromEntries([...names, ...assistant, ...visitors].map((name) => [name, wide]));
      const server = await startServer({ env: { ...model.env, RATE_LIMITS: JSON.stringify(limits) } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  thinker: async ({ thinking, model }, use) => {
    model.refuse = () => null;
    model.respond = null;
    model.requests.length = 0;
    await use(thinking);
  },
  thinkersOwner: async ({ thinker }, use, { outputDir }) => {
    await use(await ownerOn(thinker, outputDir));
  },
  reader: async ({ browser, thinker }, use) => {
    const context = await browser.newContext({ baseURL: thinker.url });
    await keepCommentsOpen(context);
    await use(await context.newPage());
    await context.close();
  },
});

/** Lets everyone with access, or fewer people, use the assistant of a snapshot. */
export async function openConversation(
  { account }: Owner,
  url: string,
  access: AssistantAccess = 'everyone',
): Promise<void> {
  const id = url.split('/').at(-1) ?? '';
  const response = await fetch(new URL(`/api/snapshots/${id}/ai-chat/settings`, url), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${account.token}` },
    body: JSON.stringify({ access }),
  });
  if (!response.ok) throw new Error(`The access was not changed: ${response.status}`);
}

/** Stages files that everyone may ask the assistant about. Returns the link. */
export async function stageForEveryone(
  owner: Owner,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-asked-'));
  for (const [name, html] of Object.entries(files)) await writeFile(path.join(folder, name), html);
  const { url } = await owner.stage(folder, '--no-password');
  await rm(folder, { recursive: true });
  await openConversation(owner, url);
  return url;
}
