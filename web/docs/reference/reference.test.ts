import { readdirSync } from 'node:fs';
import path from 'node:path';
import { endpointsBySubject } from '@stagelink/shared/contracts/endpoints';
import { expect, test } from 'vitest';
import { openApi, referencePages } from './reference.ts';
import { fieldsOf, typeOf } from './schema.ts';

const CONTRACTS = path.resolve(import.meta.dirname, '../../../shared/src/contracts');
const pages = referencePages();

async function endpointNames(): Promise<string[]> {
  const files = readdirSync(CONTRACTS).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const contracts = await Promise.all(
    files.map(async (file) => (await import(path.join(CONTRACTS, file))) as Record<string, unknown>),
  );
  return contracts.flatMap((contract) =>
    Object.entries(contract)
      .filter(
        ([, value]) => typeof value === 'object' && value !== null && 'reply' in value && 'path' in value,
      )
      .map(([name]) => name),
  );
}

test('the document has every endpoint of every contract', async () => {
  const names = await endpointNames();
  expect(names.length).toBeGreaterThan(100);
  const listed = endpointsBySubject().map(([, name]) => name);
  const operations = Object.values(openApi.paths ?? {}).flatMap((item) =>
    Object.values(item as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
  );
  expect(listed.toSorted()).toEqual(names.toSorted());
  expect(operations.toSorted()).toEqual(names.toSorted());
});

test('every call has a heading on the page of its subject', () => {
  const headings = pages.flatMap(({ source }) => source.match(/^## `[A-Z]+ \/.+`$/gm) ?? []);
  expect(headings).toHaveLength(endpointsBySubject().length);
  expect(new Set(headings).size).toBe(headings.length);
});

test('the overview explains how to sign in and how to connect a coding agent', () => {
  const [{ source } = { source: '' }] = pages;
  for (const part of [
    'stl_pat_…',
    '{APP_URL}/api/mcp',
    'stagelink mcp',
    '.cursor/mcp.json',
    'never instructions',
  ])
    expect(source).toContain(part);
});

test('a call has its fields, what they may be, and an example', () => {
  const staging = pages.find(({ slug }) => slug === 'api/staging')?.source ?? '';
  const create = staging.split('\n## ').find((part) => part.startsWith('`POST /api/snapshots`')) ?? '';
  expect(create).toContain('Requires a session, or an access token with the scope `snapshots:write`.');
  expect(create).toContain('| `files[].size` | integer, at least 0 | required |');
  expect(create).toContain('"files": [');
  expect(create).not.toContain(String(Number.MIN_SAFE_INTEGER));
});

test('a call that takes a file shows how to send it', () => {
  const source = pages.find(({ slug }) => slug === 'api/staging')?.source ?? '';
  expect(source).toContain('--data-binary @file {APP_URL}/api/uploads/{uploadId}');
});

test.each([
  [{ type: 'string', minLength: 1, maxLength: 120 }, 'string, 1 to 120 characters'],
  [{ type: 'string', format: 'uuid' }, 'UUID'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [{ type: 'array', items: { enum: ['a', 'b'] }, maxItems: 2 }, 'list of `"a"`, `"b"`, at most 2 entries'],
  [{ const: true }, '`true`'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{}, 'any value'],
] as const)('%j is described as %s', (schema, words) => {
  expect(typeOf(structuredClone(schema) as Parameters<typeof typeOf>[0])).toBe(words);
});

test('nested fields have a path, and variants are joined', () => {
  expect(
    fieldsOf({
      anyOf: [
        {
          type: 'object',
          properties: {
            kind: { const: 'a' },
            list: { type: 'array', items: { type: 'object', properties: { x: { type: 'number' } } } },
          },
        },
        { type: 'object', required: ['kind'], properties: { kind: { const: 'b' } } },
      ],
    }),
  ).toEqual([
    { path: 'kind', type: '`"a"` or `"b"`', isRequired: false },
    { path: 'list', type: 'list of object', isRequired: false },
    { path: 'list[].x', type: 'number', isRequired: false },
  ]);
});
