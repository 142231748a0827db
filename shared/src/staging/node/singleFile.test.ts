import path from 'node:path';
import { writeFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { StageEvent } from '../core/events.ts';
import { nodeSend } from './nodeTransport.ts';
import { systemRuntime } from './runtime.ts';
import { stage } from './stage.ts';
import { folderWith } from './testing/folders.ts';
import { stagingServer } from './testing/stagingServer.ts';

/** Stages a path, which runs nothing, and returns the names of what was published. */
async function staged(folder: string): Promise<{ names: string[]; events: StageEvent[] }> {
  const server = await stagingServer();
  const events: StageEvent[] = [];
  const options = {
    folder,
    about: {},
    client: 'cli' as const,
    send: nodeSend({ server: server.url }),
    runtime: systemRuntime,
    consent: () => false,
    environment: process.env,
  };
  for await (const event of stage(options)) events.push(event);
  const names = [...server.snapshots.values()].flatMap((files) => [...files.keys()]);
  return { names: names.sort(), events };
}

describe('a file is staged alone', () => {
  test.each(['mockup.png', 'notes.md', 'deck.pdf', 'clip.mp4', 'report.html'])('%s', async (name) => {
    const folder = folderWith({
      [name]: 'content',
      'private.html': 'x',
      'private.png': 'x',
      'package.json': '{}',
    });
    expect((await staged(path.join(folder, name))).names).toEqual([name]);
  });

  test('a page with what it refers to, and no other page', async () => {
    const folder = folderWith({
      'report.html':
        '<link rel="stylesheet" href="css/a.css"><script src="js/a.js"></script><a href="other.html">Other</a><img src="../outside.png">',
      'css/a.css': '@import "b.css"; body { background: url(../img/paper%20one.jpg) }',
      'css/b.css': '',
      'js/a.js': "import './lib.js'; fetch('data/rows.json')",
      'js/lib.js': '',
      'data/rows.json': '[]',
      'img/paper one.jpg': 'x',
      'img/unused.jpg': 'x',
      'other.html': 'x',
      '.env': 'SECRET=1',
    });
    expect((await staged(path.join(folder, 'report.html'))).names).toEqual([
      'css/a.css',
      'css/b.css',
      'data/rows.json',
      'img/paper one.jpg',
      'js/a.js',
      'js/lib.js',
      'report.html',
    ]);
  });

  test('a text with its pictures', async () => {
    const folder = folderWith({
      'notes.md': '![Home](screens/home.png)',
      'screens/home.png': 'x',
      'b.png': 'x',
    });
    expect((await staged(path.join(folder, 'notes.md'))).names).toEqual(['notes.md', 'screens/home.png']);
  });

  test('what a link cannot open is refused', async () => {
    const folder = folderWith({ 'rows.csv': '1,2' });
    await expect(staged(path.join(folder, 'rows.csv'))).rejects.toMatchObject({
      code: 'no_index',
      message: 'A link cannot open rows.csv.',
    });
  });
});

describe('a folder without HTML', () => {
  test('is staged with what hosting makes pages of', async () => {
    const folder = folderWith({ '1 Home.png': 'x', '2 Cart.png': 'x', 'notes.md': 'x' });
    expect((await staged(folder)).names).toEqual(['1 Home.png', '2 Cart.png', 'notes.md']);
  });

  test('is staged with its only page, whatever its name', async () => {
    const folder = folderWith({ 'My Landing Page (Copy 2).html': 'x', 'style.css': 'x' });
    expect((await staged(folder)).names).toEqual(['My Landing Page (Copy 2).html', 'style.css']);
  });

  test.each([
    ['of code with its notes', { 'README.md': '# Tool', 'main.py': 'print()' }],
    ['of data', { 'rows.csv': '1,2' }],
  ])('%s is refused', async (_what, files) => {
    await expect(staged(folderWith(files as Record<string, string>))).rejects.toMatchObject({
      code: 'no_package_json',
      hint: expect.stringContaining('pictures') as string,
    });
  });
});

function zipIn(files: Record<string, string>): string {
  const folder = folderWith({ 'beside.html': 'x' });
  const zip = path.join(folder, 'site.zip');
  writeFileSync(
    zip,
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
  return zip;
}

describe('a zip is staged like its folder', () => {
  test.each([
    ['a site', { 'index.html': 'x', 'a.css': 'x' }, ['a.css', 'index.html']],
    [
      'one folder',
      { 'site/index.html': 'x', 'site/.env': 'x', '__MACOSX/site/._index.html': 'x' },
      ['index.html'],
    ],
    ['pictures', { 'a.png': 'x', 'b.png': 'x' }, ['a.png', 'b.png']],
    ['a built project', { 'package.json': '{}', 'dist/index.html': 'x', 'src/a.ts': 'x' }, ['index.html']],
  ])('of %s', async (_what, files, names) => {
    expect((await staged(zipIn(files as Record<string, string>))).names).toEqual(names);
  });

  test('and never built', async () => {
    const zip = zipIn({ 'package.json': '{"scripts":{"build":"node build.mjs"}}', 'build.mjs': 'x' });
    await expect(staged(zip)).rejects.toMatchObject({ message: expect.stringContaining(zip) as string });
  });

  test('and refused when it is damaged', async () => {
    const zip = path.join(folderWith({ 'site.zip': 'no zip' }), 'site.zip');
    await expect(staged(zip)).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('The archive cannot be used') as string,
    });
  });
});
