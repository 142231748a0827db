// Records the landing page's video: a visitor opens a link and comments, the owner stages again and resolves the thread.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tests/support/chromium.ts';
import { type Server, startServer } from '../../tests/support/server.ts';
import { ownerOn } from '../../tests/support/story.ts';
import { prepareScenes } from '../../tests/support/videoScenes.ts';
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
/** How long each scene stays. */
const READING_MS = 5_500;
const SECONDS = { least: 45, most: 60 };

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
  const { name, heading } = LOOK;
  const folder = await prototypeWith(LOOK);
  const scenes = await prepareScenes({
    page,
    owner,
    folder,
    name,
    heading,
    changed: CHANGED,
    isWatched: true,
  });
  if (scenes.length !== transcript.length)
    throw new Error('The transcript does not have a line for each scene.');

  const frames: Frame[] = [];
  await page.screencast.start({ size: SIZE, onFrame: (frame) => void frames.push(frame) });
  const began = Date.now();
  const starts: number[] = [];
  for (const scene of scenes) {
    starts.push((Date.now() - began) / 1000);
    await scene();
    await page.waitForTimeout(READING_MS);
  }
  const end = (Date.now() - began) / 1000;
  await page.screencast.stop();
  if (end < SECONDS.least || end > SECONDS.most)
    throw new Error(`The video is ${end.toFixed(0)} s long, not ${SECONDS.least} to ${SECONDS.most} s.`);
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
