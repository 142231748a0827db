import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tests/support/chromium.ts';
import { type EngineProcess, startEngine } from '../../tests/support/engine.ts';
import { startServer } from '../../tests/support/server.ts';
import { signUp } from '../../tests/support/stagelink.ts';
import { median, print, row } from './support/report.ts';

/*
 * Measures how long after a file was saved an open viewer shows it: real server, real engine process and
 * Chromium; a site of 60 files without a build. Run: node tools/bench/companion.ts
 */

const FILES = 60;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15);
const WARMING = 3;

interface Staging {
  id: string;
  link: { url: string } | null;
  state: { kind: string; step?: string; text?: string };
}

const pageOf = (round: number) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Site</title>
<link rel="stylesheet" href="assets/1.css"></head><body><h1 id="round">${round}</h1></body></html>`;

async function writeSite(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'index.html'), pageOf(0));
  for (let file = 1; file < FILES; file += 1)
    await writeFile(path.join(folder, `assets/${file}.css`), `.c${file} { color: teal }\n`.repeat(400));
}

/** Records the start of each step of the next stage, in epoch milliseconds. */
function stepsOf(engine: EngineProcess): { at: Map<string, number>; stop: () => void } {
  const at = new Map<string, number>();
  const onMessage = (message: unknown) => {
    const { signal, args } = message as { signal?: string; args?: [Staging] };
    if (signal === 'stage.ended') at.set('staged', Date.now());
    if (signal !== 'folder.changed' || !args) return;
    const { kind, step, text } = args[0].state;
    const name = kind === 'staging' ? (text === 'Publishing…' ? 'finalizing' : `${step}`) : kind;
    if (!at.has(name)) at.set(name, Date.now());
  };
  engine.process.on('message', onMessage);
  return { at, stop: () => void engine.process.off('message', onMessage) };
}

interface Round {
  total: number;
  /** Durations by step, from the change to the viewer. */
  steps: Record<string, number>;
}

async function measure(engine: EngineProcess, page: Page, folder: string, round: number): Promise<Round> {
  const steps = stepsOf(engine);
  const shown = page.frameLocator('#preview').locator('#round', { hasText: new RegExp(`^${round}$`) });
  const saved = Date.now();
  await writeFile(path.join(folder, 'index.html'), pageOf(round));
  await shown.waitFor();
  const seen = Date.now();
  steps.stop();
  const at = (name: string) => steps.at.get(name) ?? Number.NaN;
  return {
    total: seen - saved,
    steps: {
      noticed: at('settling') - saved,
      quiet: at('reading') - at('settling'),
      read: at('sending') - at('reading'),
      sent: at('finalizing') - at('sending'),
      published: at('staged') - at('finalizing'),
      shown: seen - at('staged'),
    },
  };
}

const server = await startServer();
const work = await mkdtemp(path.join(tmpdir(), 'stagelink-companion-'));
const folder = path.join(work, 'site');
await writeSite(folder);
const engine = await startEngine(path.join(work, 'store'));
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
try {
  const ada = await signUp(server.url, 'Ada');
  await engine.ask('accounts.set', [{ id: 'ada', server: server.url, token: ada.token }], 'ada');
  await engine.ask('watching.pause', false);
  const { id } = (await engine.ask('folders.add', folder)) as Staging;
  await engine.ask('folders.change', id, { isProtected: false });
  await engine.ask('folders.stage', id);
  const [staged] = (await engine.until('stage.ended', ({ link }: Staging) => link !== null)) as [Staging];
  await engine.ask('folders.change', id, { watched: 'sources' });
  const page = await browser.newPage();
  await page.goto(staged.link?.url ?? '');
  await page.frameLocator('#preview').locator('#round').waitFor();

  const rounds: Round[] = [];
  for (let round = 1; round <= WARMING + ROUNDS; round += 1) {
    const measured = await measure(engine, page, folder, round);
    if (round > WARMING) rounds.push(measured);
  }
  print(`Companion (${FILES} files, ${ROUNDS} rounds)`);
  const names = Object.keys(rounds[0]?.steps ?? {});
  const where = names.map(
    (name) => `${name} ${Math.round(median(rounds.map(({ steps }) => steps[name] ?? 0)))}`,
  );
  const total = median(rounds.map((one) => one.total));
  row('file saved → shown by an open viewer', `${Math.round(total)} ms`, '≤ 400', `${where.join(', ')} ms`);
} finally {
  await browser.close();
  await engine.stop();
  await server.stop();
  await rm(work, { recursive: true, force: true });
}
