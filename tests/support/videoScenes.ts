import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Page } from '@playwright/test';
import { openLink, type Owner, signIn } from './story.ts';

// What the landing page's video shows. A story plays it without recording, so that it cannot show what is gone.

/** Each scene is what one line of the transcript says. */
export type Scene = () => Promise<unknown>;

interface Screenplay {
  page: Page;
  owner: Owner;
  folder: string;
  name: string;
  /** The heading of the first version, and of the next one. */
  heading: string;
  changed: string;
  /** Whether people watch: typing and the mouse take time. */
  isWatched: boolean;
}

/** Moves the mouse as a hand does, so that viewers can follow. */
const moveTo = (page: Page, x: number, y: number, isWatched: boolean) =>
  page.mouse.move(x, y, { steps: isWatched ? 40 : 1 });

async function commentOn(preview: FrameLocator, { page, isWatched }: Screenplay): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByText('Click an element or drag an area to comment on it', { exact: true }).waitFor();
  const heading = await preview.locator('h1').boundingBox();
  if (!heading) throw new Error('The heading is not visible.');
  await moveTo(page, heading.x + 160, heading.y + 24, isWatched);
  await page.mouse.down();
  await page.mouse.up();
  await page
    .locator('textarea:focus')
    .pressSequentially('Could this be shorter? One line would do.', { delay: isWatched ? 55 : 0 });
}

async function send(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByText('Sending…').waitFor({ state: 'detached' });
  const panels = page.getByRole('navigation', { name: 'Panels' });
  await panels.getByRole('button', { name: /unresolved/ }).click();
  await page.getByRole('article').waitFor();
}

async function restage({ owner, folder, heading, changed }: Screenplay): Promise<void> {
  const file = path.join(folder, 'index.html');
  await writeFile(file, (await readFile(file, 'utf8')).replace(heading, changed));
  await owner.stage(folder);
}

async function resolveThread(owner: Owner): Promise<void> {
  const { stdout } = await owner.run('comments', 'list', '--json');
  const [, id] = /"id":\s*"([^"]+)"/.exec(stdout) ?? [];
  if (id === undefined) throw new Error(`No thread was listed: ${stdout}`);
  const { code, stderr } = await owner.run('comments', 'resolve', id);
  if (code !== 0) throw new Error(stderr);
}

async function openDashboard({ page, owner, name }: Screenplay): Promise<void> {
  await signIn(page, { url: new URL(page.url()).origin }, owner.account.email);
  await page.getByRole('link', { name, exact: true }).waitFor();
}

/** Stages the prototype, opens its link and returns what happens then. */
export async function prepareScenes(play: Screenplay): Promise<Scene[]> {
  const { page, owner, folder, name, changed, isWatched } = play;
  const staged = await owner.stage(folder, '--name', name, '--no-password');
  const preview = await openLink(page, staged);
  await preview.locator('h1').waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Comment', exact: true }).waitFor();
  async function size(label: string): Promise<void> {
    await page.getByRole('button', { name: 'Size of the preview' }).click();
    await page.getByRole('menuitemradio', { name: label }).click();
  }
  return [
    () => moveTo(page, 480, 320, isWatched),
    async () => {
      await size('Phone, 390 × 844');
      await moveTo(page, 640, 420, isWatched);
    },
    async () => {
      await size('Fit: fills the window');
      await commentOn(preview, play);
    },
    () => send(page),
    async () => {
      await restage(play);
      await preview.getByText(changed).waitFor();
    },
    async () => {
      await resolveThread(owner);
      await page.getByRole('article').waitFor({ state: 'detached' });
    },
    () => openDashboard(play),
  ];
}
