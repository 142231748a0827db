import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Companion, launch } from '../../tests/support/companionProgram.ts';
import { addFolder, rowOf, signInAs } from '../../tests/support/companionSteps.ts';
import { startDesktopSession } from '../../tests/support/desktopSession.ts';
import { startServer } from '../../tests/support/server.ts';
import { signUp } from '../../tests/support/stagelink.ts';
import { installElectron } from '../../scripts/setup/electron.mjs';
import { print, row } from './support/report.ts';

/*
 * Measures in the companion, on its own display, how long a key press waits while 100 MB are staged. Run:
 * node tools/bench/companionWindow.ts
 */

const MB = 1024 * 1024;

async function makeFolder(parent: string, name: string, files: number, bytes: number): Promise<string> {
  const folder = path.join(parent, name);
  await mkdir(folder);
  const size = Math.floor(bytes / files);
  for (let index = 1; index < files; index += 1) {
    await writeFile(path.join(folder, `picture${index}.webp`), randomBytes(size));
  }
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Bench</title><h1>0</h1>');
  return folder;
}

/** Measures the time from a key press to the next painted frame, repeatedly until `done`. */
async function keyLatencies({ window }: Companion, done: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!done()) {
    const began = performance.now();
    await window.keyboard.press('j');
    await window.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    );
    times.push(performance.now() - began);
  }
  return times;
}

const at = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

const ms = (value: number): string => `${value.toFixed(0)} ms`;

async function measureKeys(companion: Companion, folder: string): Promise<void> {
  await addFolder(companion, folder);
  const until = performance.now() + 3000;
  const idle = await keyLatencies(companion, () => performance.now() > until);
  let isStaged = false;
  await rowOf(companion, folder).getByRole('button', { name: 'Stage now' }).click();
  const wait = async () => {
    await rowOf(companion, folder).getByText(/^v1/).waitFor({ timeout: 120_000 });
    isStaged = true;
  };
  const staged = wait();
  const began = performance.now();
  const busy = await keyLatencies(companion, () => isStaged);
  await staged;
  row(
    'a key while 100 MB are staged, 99th percentile',
    ms(at(busy, 0.99)),
    '≤ 100 ms',
    `longest ${ms(Math.max(...busy))} of ${busy.length} in ${ms(performance.now() - began)}; idle ${ms(at(idle, 0.99))}`,
  );
}

process.env['ELECTRON_PATH'] = await installElectron();
const scratch = await mkdtemp(path.join(tmpdir(), 'stagelink-bench-'));
const limits = { activeSnapshots: null, snapshotBytes: 500 * MB };
const server = await startServer({
  env: { PLAN_LIMITS: JSON.stringify({ free: limits, pro: { snapshotBytes: 500 * MB } }) },
});
const session = await startDesktopSession();
try {
  print('The companion (its own window, engine and server on this machine)');
  const home = path.join(scratch, 'home');
  await mkdir(home);
  const companion = await launch(home, session);
  await signInAs(companion, server.url, await signUp(server.url, 'Bench'));
  await measureKeys(companion, await makeFolder(scratch, 'large', 2000, 100 * MB));
  await companion.quit();
} finally {
  await session.stop();
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
}
