import { expect, test } from 'vitest';
import { buildEnvironment } from './environment.ts';
import { missingVariable } from './variables.ts';

test.each([
  ['Usage Error: Environment variable not found (NPM_TOKEN) in /p/.yarnrc.yml (in …)', 'NPM_TOKEN'],
  [' WARN  Issue while reading "/p/.npmrc". Failed to replace env in config: ${NPM_TOKEN}', 'NPM_TOKEN'],
  ['Error: Missing required environment variable: SANITY_DATASET', 'SANITY_DATASET'],
  ['Error: Environment variable "CONTENT_KEY" is not set', 'CONTENT_KEY'],
  ['Error: process.env.API_URL is not defined', 'API_URL'],
])('“%s” asks for a variable', (line, name) => {
  expect(missingVariable(['> vite build', line])).toBe(name);
});

test('a reference error is about code, not about the environment', () => {
  expect(missingVariable(['ReferenceError: WINDOW is not defined', 'Environment: production'])).toBeNull();
});

test('a build gets what tools are set up with, and no secret among it', () => {
  const shell = {
    SSH_AUTH_SOCK: '/run/agent',
    YARN_CACHE_FOLDER: '/cache',
    YARN_NPM_AUTH_TOKEN: 'secret',
    MISE_GITHUB_TOKEN: 'secret',
    'ProgramFiles(x86)': 'C:\\Programs',
    NPM_TOKEN: 'secret',
    NODE_OPTIONS: '--require /editor/bootloader.js --openssl-legacy-provider --inspect',
  };
  const kept = {
    SSH_AUTH_SOCK: '/run/agent',
    YARN_CACHE_FOLDER: '/cache',
    'ProgramFiles(x86)': 'C:\\Programs',
    NODE_OPTIONS: '--openssl-legacy-provider',
  };
  const ours = buildEnvironment({});
  expect(buildEnvironment(shell)).toEqual({ ...kept, ...ours });
  expect(buildEnvironment(shell, ['NPM_TOKEN'])).toEqual({ ...kept, ...ours, NPM_TOKEN: 'secret' });
});
