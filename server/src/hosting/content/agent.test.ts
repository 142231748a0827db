import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AGENT_PATHS } from '@stagelink/shared/preview/handshake';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Log } from '../../platform/log.ts';
import { loadAgent } from './agent.ts';
import { chooseForm } from '../../platform/serving/assets.ts';
import { CONTENT_HEADERS } from '../../platform/serving/headers.ts';

async function built(...files: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const file of files) await writeFile(path.join(folder, file), `// ${file}`);
  return folder;
}

const warn = vi.fn<(message: string) => void>();
const log = { warn } as unknown as Log;

test('every part of the agent has its own path and is served as a script only', async () => {
  const parts = loadAgent(log, CONTENT_HEADERS, await built(...AGENT_PATHS.map((at) => path.basename(at))));
  expect([...parts.keys()]).toEqual(AGENT_PATHS);
  for (const [at, part] of parts) {
    const { body, headers } = chooseForm(part, []);
    expect(body).toBe(`// ${path.basename(at)}`);
    expect(headers.join('\n')).toMatch(/Content-Type\ntext\/javascript; charset=utf-8/i);
    expect(headers.join('\n')).toMatch(/Cache-Control\nmax-age=600/i);
    expect(headers.join('\n')).toContain('X-Content-Type-Options\nnosniff');
  }
});

test('an incomplete build of the agent is not served, and the log says what to do', async () => {
  const parts = loadAgent(log, CONTENT_HEADERS, await built('agent.js'));
  expect(parts.size).toBe(0);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('npm run build -w web'));
});
