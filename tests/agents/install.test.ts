import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STAGELINK } from './machine.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stagelink-agents-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the built command adds itself to an agent’s settings', async () => {
  await promisify(execFile)(process.execPath, [STAGELINK, 'agent', 'install', '--agent', 'cursor', '--yes'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder },
  });
  const settings: unknown = JSON.parse(await readFile(path.join(folder, '.cursor/mcp.json'), 'utf8'));
  expect(settings).toEqual({ mcpServers: { stagelink: { command: 'stagelink', args: ['mcp'] } } });
});
