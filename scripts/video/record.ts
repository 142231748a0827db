// The story of the video: a visitor opens a link and comments, the owner stages again and resolves the thread.
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tests/support/chromium.ts';
import { type Server, startServer } from '../../tests/support/server.ts';
import { openLink, type Owner, ownerOn } from '../../tests/support/story.ts';
import { type Look, prototypeWith } from '../pictures/prototypes.ts';
import { encode, type Frame, SIZE } from './encode.ts';

const FOLDER = path.join(import.meta.dirname, '../../web/public/landing');
const LOOK: Look = {
  name: 'Harbour Coffee',
  source: 'server/sample',
  heading: 'Slow coffee for fast mornings',
  color: '#0b5563',
  paper: '#f6f4ee',
};
const CHANGED = 'Slow coffee, served fast';
const READING_MS = 3_500;
const TYPING_MS = 55;

/** Each scene is what one line of the transcript says. */
type Scene = () => Promise<unknown>;

const read = (page: Page) => page.waitForTimeout(READING_MS);

/** Moves the mouse as a hand does, so that viewers can follow. */
async function moveTo(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x, y, { steps: 40 });
}

async function restage(owner: Owner, folder: string): Promise<void> {
  const file = path.join(folder, 'index.html');
  await writeFile(file, (await readFile(file, 'utf8')).replace(LOOK.heading, CHANGED));
  await owner.stage(folder);
}

async function resolveAll(owner: Owner): Promise<void> {
  const { stdout } = await owner.run('comments', 'list', '--json');
  const [, id] = /"id":\s*"([^"]+)"/.exec(stdout) ?? [];
  if (id === undefined) throw new Error(`No thread was listed: ${stdout}`);
  const { code, stderr } = await owner.run('comments', 'resolve', id);
  if (code !== 0) throw new Error(stderr);
}

async function scenesOf(page: Page, owner: Owner): Promise<Scene[]> {
  const folder = await prototypeWith(LOOK);
  const staged = await owner.stage(folder, '--name', LOOK.name, '--no-password');
  const preview = await openLink(page, staged);
  await preview.locator('h1').waitFor();
  const comment = page.getByRole('banner').getByRole('button', { name: 'Comment', exact: true });
  await comment.waitFor();
  return [
    () => moveTo(page, 480, 320),
    async () => {
      await comment.click();
      const heading = await preview.locator('h1').boundingBox();
      if (!heading) throw new Error('The heading is not visible.');
      await moveTo(page, heading.x + 160, heading.y + 24);
      await page.mouse.down();
      await page.mouse.up();
      await page.locator('textarea:focus').pressSequentially('Could this be shorter? One line would do.', {
        delay: TYPING_MS,
      });
    },
    async () => {
      await page.keyboard.press('Control+Enter');
      await page.getByText('Sending…').waitFor({ state: 'detached' });
    },
    async () => {
      await restage(owner, folder);
      await preview.getByText(CHANGED).waitFor();
    },
    async () => {
      await resolveAll(owner);
      await page.getByRole('article').waitFor({ state: 'detached' });
    },
  ];
}

/** Reads what the page says the video shows. */
async function readTranscript(page: Page): Promise<string[]> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Watch the video' }).click();
  const lines = page.getByRole('dialog').getByRole('listitem');
  await lines.first().waitFor();
  return lines.allTextContents();
}

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);

const captionsOf = (lines: readonly string[], starts: readonly number[], end: number) =>
  `WEBVTT\n\n${lines
    .map((line, at) => `${clock(starts[at] ?? 0)} --> ${clock(starts[at + 1] ?? end)}\n${line}\n`)
    .join('\n')}`;

async function film(browser: Browser, server: Server): Promise<void> {
  const owner = await ownerOn(server, await mkdtemp(path.join(tmpdir(), 'stagelink-home-')), 'Ada');
  const context = await browser.newContext({ baseURL: server.url, viewport: SIZE, colorScheme: 'light' });
  const page = await context.newPage();
  const transcript = await readTranscript(page);
  const scenes = await scenesOf(page, owner);
  if (scenes.length !== transcript.length)
    throw new Error('The transcript does not have a line for each scene.');

  const frames: Frame[] = [];
  await page.screencast.start({ size: SIZE, onFrame: (frame) => void frames.push(frame) });
  const began = Date.now();
  const starts: number[] = [];
  for (const scene of scenes) {
    starts.push((Date.now() - began) / 1000);
    await scene();
    await read(page);
  }
  const end = (Date.now() - began) / 1000;
  await page.screencast.stop();
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path.join(FOLDER, 'video.webm'), await encode(browser, frames, end));
  await writeFile(path.join(FOLDER, 'video.vtt'), captionsOf(transcript, starts, end));
  process.stdout.write(`video: ${end.toFixed(0)} s, ${frames.length} frames\n`);
}

const server = await startServer();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
try {
  await film(browser, server);
} finally {
  await browser.close();
  await server.stop();
}
