import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder with these files, removed after the test. */
export function folderWith(files: Record<string, string | Buffer>): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'stagelink-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Record<string, string | Buffer>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** Creates a project whose build is a Node script, so it needs no dependencies. */
export function projectWith(script: string, files: Record<string, string> = {}): string {
  return folderWith({
    'package.json': JSON.stringify({ name: 'prototype', scripts: { build: 'node build.mjs' } }),
    'build.mjs': script,
    ...files,
  });
}
