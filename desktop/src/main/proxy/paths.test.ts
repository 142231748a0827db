import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '@stagelink/shared/contracts/endpoint';
import { expect, test } from 'vitest';
import { isChange, isKeptPath, isServerPath, isSignInPath } from './paths.ts';

const CONTRACTS = path.resolve(import.meta.dirname, '../../../../shared/src/contracts');

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

async function endpoints(): Promise<Endpoint[]> {
  const files = readdirSync(CONTRACTS).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const modules = await Promise.all(
    files.map((file) => import(path.join(CONTRACTS, file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
}

/** Used by the viewer, which opens in the browser, and by Stripe. */
const OUTSIDE = new Set(['/s/:id/gate', '/webhooks/stripe']);

test('everything the server promises reaches it', async () => {
  const all = await endpoints();
  expect(all.length).toBeGreaterThan(50);
  const missed = all.filter((one) => !isServerPath(one.path.replace(/:\w+/g, 'x')) && !OUTSIDE.has(one.path));
  expect(missed.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('nothing that answers with a session may be asked for by the window', async () => {
  const withToken = (await endpoints()).filter(
    ({ reply }) =>
      'def' in reply &&
      JSON.stringify(Object.keys((reply as { shape?: object }).shape ?? {})).includes('"sessionToken"'),
  );
  expect(withToken.map(({ path }) => path).sort()).toEqual(
    ['/auth/dev-login', '/auth/google', '/auth/login', '/auth/register', '/auth/token'].sort(),
  );
  expect(withToken.every(({ path }) => isSignInPath(path))).toBe(true);
  expect(isSignInPath('/auth/authorize')).toBe(true);
  expect(isSignInPath('/auth/agents/decisions')).toBe(true);
  expect(isSignInPath('/auth/logout')).toBe(false);
});

test.each([
  '/',
  '/folders',
  '/dashboard',
  '/settings',
  '/admin',
  '/meadow',
  '/api',
  '/snapshots',
  '/assets/index.js',
  '/tokens',
])('%s is a page of the window', (pathname) => {
  expect(isServerPath(pathname)).toBe(false);
});

test('only lists are kept, and only what was asked for', () => {
  expect(isKeptPath('GET', '/api/snapshots/list')).toBe(true);
  expect(isKeptPath('GET', '/me')).toBe(true);
  expect(isKeptPath('POST', '/api/projects')).toBe(false);
  expect(isKeptPath('GET', '/auth/sessions')).toBe(false);
  expect(isKeptPath('GET', '/tokens/list')).toBe(false);
});

test('a ticket or a count changes nothing, everything else that is not read may', () => {
  expect(isChange('POST', '/api/events/ticket')).toBe(false);
  expect(isChange('POST', '/analytics/track/batch')).toBe(false);
  expect(isChange('GET', '/api/projects')).toBe(false);
  expect(isChange('POST', '/api/projects')).toBe(true);
  expect(isChange('DELETE', '/api/snapshots/one')).toBe(true);
});
