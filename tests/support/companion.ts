import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Companion, type CompanionOptions, launch } from './companionProgram.ts';
import { type DesktopSession, startDesktopSession } from './desktopSession.ts';
import { test as story } from './story.ts';

interface CompanionFixtures {
  /** Home folder of the companion's user, kept between starts. */
  home: string;
  openCompanion: (options?: CompanionOptions) => Promise<Companion>;
}

/** A story with a companion on its own desktop, in addition to the server and its browsers. */
export const test = story.extend<CompanionFixtures, { session: DesktopSession }>({
  session: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const session = await startDesktopSession();
      await use(session);
      await session.stop();
    },
    { scope: 'worker' },
  ],

  // eslint-disable-next-line no-empty-pattern -- as above
  home: async ({}, use) => {
    const home = await mkdtemp(path.join(tmpdir(), 'stagelink-companion-'));
    await use(home);
    await rm(home, { recursive: true, force: true });
  },

  openCompanion: async ({ home, session }, use, info) => {
    const opened: Companion[] = [];
    await use(async (options = {}) => {
      const companion = await launch(home, session, options);
      opened.push(companion);
      return companion;
    });
    for (const [index, { isRunning, output, window, quit }] of opened.entries()) {
      if (info.status !== info.expectedStatus) {
        await info.attach(`companion ${index} output`, { body: output(), contentType: 'text/plain' });
        const body = await window.screenshot().catch(() => null);
        if (body) await info.attach(`companion ${index}`, { body, contentType: 'image/png' });
        const page = await window.content().catch(String);
        await info.attach(`companion ${index} at ${window.url()}`, { body: page, contentType: 'text/plain' });
      }
      if (isRunning()) await quit();
    }
  },
});
