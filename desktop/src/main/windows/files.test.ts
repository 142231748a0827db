import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentSecurityPolicy, serveFile } from './files.ts';

let folder = '';
let root = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'window-'));
  root = path.join(folder, 'renderer');
  mkdirSync(path.join(root, 'assets'), { recursive: true });
  mkdirSync(path.join(folder, 'renderer-other'));
  writeFileSync(path.join(root, 'index.html'), '<p>the page</p>');
  writeFileSync(path.join(root, 'assets/index.js'), '1');
  writeFileSync(path.join(folder, 'secret.js'), 'secret');
  writeFileSync(path.join(folder, 'renderer-other/secret.js'), 'secret');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('files are served with their type, and every other address is a page', async () => {
  const script = await serveFile(root, '/assets/index.js', 'policy');
  expect([script.status, script.headers.get('content-type')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ]);
  for (const address of ['/', '/folders', '/folders/one', '/index.html']) {
    const page = await serveFile(root, address, 'policy');
    expect(await page.text()).toBe('<p>the page</p>');
    expect(page.headers.get('content-security-policy')).toBe('policy');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test.each([
  '/../secret.js',
  '/..%2fsecret.js',
  '/%2e%2e/secret.js',
  '/assets/..%2f..%2fsecret.js',
  '/..%5csecret.js',
  '/../renderer-other/secret.js',
  '/..%2frenderer-other%2fsecret.js',
  '/%00/index.js',
  '/%E0%A4%A.js',
  '/assets/missing.js',
  '/assets/index.exe',
])('%s leads nowhere', async (address) => {
  const answer = await serveFile(root, address, 'policy');
  expect([answer.status, await answer.text()]).toEqual([404, '']);
});

test('a page may only run its own scripts, and listen to its own server', () => {
  const policy = contentSecurityPolicy('https://stage.example');
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).toContain("connect-src 'self' wss://stage.example;");
  expect(contentSecurityPolicy(null)).toContain("connect-src 'self';");
  expect(policy).not.toMatch(/unsafe|\*/);
});
