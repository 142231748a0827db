import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy');
const SPECIFICATION = path.join(import.meta.dirname, 'composeSpec.json');
const read = (name: string) => readFile(path.join(DEPLOY, name), 'utf8');

interface Service {
  environment?: Record<string, string>;
  volumes?: string[];
  read_only?: boolean;
  profiles?: string[];
  networks?: { default: { ipv4_address: string } };
}

const compose = async () =>
  parse(await read('compose.yaml'), { merge: true }) as { services: Record<string, Service> };

test('compose.yaml is valid', async () => {
  // Ajv knows this version of JSON Schema under another address.
  const { $schema: _, ...schema } = JSON.parse(await readFile(SPECIFICATION, 'utf8')) as Record<
    string,
    unknown
  >;
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const isValid = validate(await compose());
  expect(validate.errors).toBeNull();
  expect(isValid).toBe(true);
});

test('there are two servers that write to their data folder only, and one alone', async () => {
  const { services } = await compose();
  for (const name of ['stagelink-1', 'stagelink-2'])
    expect(services[name]).toMatchObject({ read_only: true, volumes: ['/data'] });
  expect(services['small']).toMatchObject({ profiles: ['small'], read_only: true, volumes: ['files:/data'] });
});

test('nginx knows both servers by their addresses', async () => {
  const { services } = await compose();
  for (const number of [1, 2]) {
    const address = services[`stagelink-${number}`]?.networks?.default.ipv4_address;
    expect(services['nginx']?.environment?.[`SERVER_${number}`]).toBe(`${address}:4600`);
  }
});

test('nginx gets each variable of its file', async () => {
  const { services } = await compose();
  const named = (await read('nginx.conf')).matchAll(/\$\{([A-Z0-9_]+)\}/g);
  const given = Object.keys(services['nginx']?.environment ?? {});
  expect(given).toEqual(expect.arrayContaining([...named].map(([, name]) => name)));
});

test('each variable that compose.yaml asks for is in the example of README.md', async () => {
  const required = (await read('compose.yaml')).matchAll(/\$\{([A-Z0-9_]+):\?/g);
  const readme = await read('README.md');
  for (const [, name = ''] of required) expect(readme).toMatch(new RegExp(`^${name}=`, 'm'));
});
