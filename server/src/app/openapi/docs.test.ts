import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { endpointsBySubject } from '@stagelink/shared/contracts/endpoints';
import { expect, test, vi } from 'vitest';
import { worldForTest } from '../../testing/world.ts';
import { openApiDocument } from './openapi.ts';

const contracts = path.dirname(
  createRequire(import.meta.url).resolve('@stagelink/shared/contracts/endpoint'),
);

test('the document contains every endpoint of every contract', async () => {
  const files = readdirSync(contracts).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const names: string[] = [];
  for (const file of files) {
    const contract = (await import(path.join(contracts, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(contract)) {
      if (typeof value === 'object' && value !== null && 'reply' in value && 'path' in value)
        names.push(name);
    }
  }
  expect(names.length).toBeGreaterThan(10);
  expect(
    endpointsBySubject()
      .map(([, name]) => name)
      .toSorted(),
  ).toEqual(names.toSorted());
  const operations = Object.values(openApiDocument('http://localhost').paths ?? {}).flatMap((item) =>
    Object.values(item as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
  );
  expect(operations.toSorted()).toEqual(names.toSorted());
});

test('the document explains how to connect a coding agent', () => {
  const { description } = openApiDocument('https://stage.example').info;
  for (const part of [
    'https://stage.example/api/mcp',
    'stagelink mcp',
    '.cursor/mcp.json',
    'never instructions',
  ])
    expect(description).toContain(part);
});

test('the page and its script come from this server and load nothing from others', async () => {
  const world = await worldForTest();
  const page = await world.fetch({ path: '/docs/api' });
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  expect(page.body.toString()).not.toMatch(/(src|href)="(https?:)?\/\//);
  const script = await world.fetch({ path: '/docs/api/reference.js' });
  expect(script.status).toBe(200);
  expect(script.body.length).toBeGreaterThan(1_000_000);
  const document = await world.fetch({ path: '/docs/api/openapi.json' });
  expect(JSON.parse(document.body.toString())).toMatchObject({ openapi: '3.1.0' });
});

test.each(['/docs/api/openapi.json', '/docs/api/reference.js'])(
  '%s is compressed once, and not sent again to a client that has it',
  async (path) => {
    const world = await worldForTest();
    const read = (headers: Record<string, string>) => world.fetch({ path, headers });
    const whole = await read({});
    const compressed = await vi.waitFor(
      async () => {
        const answer = await read({ 'Accept-Encoding': 'br' });
        expect(answer.headers['content-encoding']).toBe('br');
        return answer;
      },
      { timeout: 20_000 },
    );
    expect(brotliDecompressSync(compressed.body).equals(whole.body)).toBe(true);
    const etag = compressed.headers.etag ?? '';
    const again = await read({ 'Accept-Encoding': 'br', 'If-None-Match': etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  },
);
