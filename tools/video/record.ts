// Records the landing page's video: a visitor opens a link and comments, the owner stages again and resolves the thread.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tests/support/chromium.ts';
import { type Server, startServer } from '../../tests/support/server.ts';
import { ownerOn } from '../../tests/support/story.ts';
import { prepareScenes, type Scene } from '../../tests/support/videoScenes.ts';
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
/**
 * Length of each scene, and what remains to read it once all has happened. A slow computer takes longer to act: its
 * frames are shown faster, so that every computer records the same video.
 */
const SCENE_MS = 7_700;
const READING_MS = 4_200;
/** Time for animations to end. */
const SETTLING_MS = 600;

type Taken = Pick<Frame, 'data'> & { timestamp: number };

/** Reads what the page says the video shows. */
async function readTranscript(page: Page): Promise<string[]> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Watch the video' }).click();
  const lines = page.getByRole('dialog').getByRole('listitem');
  await lines.first().waitFor();
  return lines.allTextContents();
}

const clock = (scene: number) => new Date(scene * SCENE_MS).toISOString().slice(11, 23);

const captionsOf = (lines: readonly string[]) =>
  `WEBVTT\n\n${lines.map((line, scene) => `${clock(scene)} --> ${clock(scene + 1)}\n${line}\n`).join('\n')}`;

/** Returns the frames of one scene, with times from its start. */
function paced(taken: readonly Taken[]): Frame[] {
  const first = taken[0]?.timestamp ?? 0;
  const length = (taken.at(-1)?.timestamp ?? 0) - first;
  const pace = Math.min(1, (SCENE_MS - READING_MS) / length);
  return taken.map(({ data, timestamp }) => ({ data, at: (timestamp - first) * pace }));
}

async function filmScene(page: Page, scene: Scene): Promise<Frame[]> {
  const taken: Taken[] = [];
  await page.screencast.start({ size: SIZE, onFrame: (frame) => void taken.push(frame) });
  await scene();
  await page.waitForTimeout(SETTLING_MS);
  await page.screencast.stop();
  return paced(taken);
}

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
  for (const [at, scene] of scenes.entries()) {
    const filmed = await filmScene(page, scene);
    frames.push(...filmed.map((frame) => ({ ...frame, at: frame.at + at * SCENE_MS })));
  }
  await mkdir(FOLDER, { recursive: true });
  await encode(frames, scenes.length * SCENE_MS, FOLDER);
  await writeFile(path.join(FOLDER, 'video.vtt'), captionsOf(transcript));
  process.stdout.write(`video: ${(scenes.length * SCENE_MS) / 1000} s, ${frames.length} frames\n`);
}

const server = await startServer();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
try {
  await film(browser, server);
} finally {
  await browser.close();
  await server.stop();
}
