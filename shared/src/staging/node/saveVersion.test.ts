import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createClient, NetworkError } from '../../client/call.ts';
import { expect, onTestFinished, test } from 'vitest';
import { nodeSend } from './nodeTransport.ts';
import { renamedLines, saveVersion } from './saveVersion.ts';
import { folderWith } from './testing/folders.ts';

const DESCRIPTION = {
  fileName: 'Shop v3.zip',
  fileCount: 2,
  totalBytes: 9,
  renamed: [{ path: 'A.png', name: 'A (2).png' }],
};

/** Answers the description, and the zip with `sendZip`. */
async function client(sendZip: (response: http.ServerResponse) => void) {
  const server = http.createServer((request, response) => {
    if (request.url?.endsWith('/versions/3/download?format=zip')) sendZip(response);
    else response.end(JSON.stringify(DESCRIPTION));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const send = nodeSend({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  return { send, call: createClient(send) };
}

const ID = 'k3q9x7m2a1b4';
const whole = (response: http.ServerResponse) => void response.end('zip');

test('saves into a folder under the server’s name, or at a path', async () => {
  const folder = folderWith({});
  const at = await client(whole);
  const saved = await saveVersion(at, { id: ID, version: 3, target: folder });
  expect(saved).toEqual({ ...DESCRIPTION, file: path.join(folder, 'Shop v3.zip') });
  await saveVersion(at, { id: ID, version: 3, target: path.join(folder, 'mine.zip') });
  expect(readdirSync(folder).sort()).toEqual(['Shop v3.zip', 'mine.zip']);
  expect(readFileSync(saved.file, 'utf8')).toBe('zip');
});

test('an existing file stays unless it may be replaced', async () => {
  const folder = folderWith({ 'Shop v3.zip': 'mine' });
  const target = path.join(folder, 'Shop v3.zip');
  const at = await client(whole);
  await expect(saveVersion(at, { id: ID, version: 3, target })).rejects.toMatchObject({
    code: 'file_exists',
  });
  expect(readFileSync(target, 'utf8')).toBe('mine');
  await saveVersion(at, { id: ID, version: 3, target, overwrite: true });
  expect(readFileSync(target, 'utf8')).toBe('zip');
});

test('a download that breaks off leaves nothing behind', async () => {
  const folder = folderWith({});
  const at = await client((response) => response.write('half', () => response.destroy()));
  await expect(saveVersion(at, { id: ID, version: 3, target: folder })).rejects.toBeInstanceOf(NetworkError);
  expect(readdirSync(folder)).toEqual([]);
});

test('a refusal is the server’s error', async () => {
  const folder = folderWith({});
  const refused = { code: 'rate_limited', message: 'Too many downloads.' };
  const at = await client((response) =>
    response.writeHead(429).end(JSON.stringify({ error: refused, ...refused })),
  );
  await expect(saveVersion(at, { id: ID, version: 3, target: folder })).rejects.toMatchObject({
    status: 429,
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('a place that cannot be written to is named', async () => {
  const target = path.join(folderWith({}), 'missing', 'x.zip');
  await expect(saveVersion(await client(whole), { id: ID, version: 3, target })).rejects.toMatchObject({
    code: 'unwritable',
    hint: 'Choose another place for the zip.',
  });
});

test('files with another name in the zip are named', () => {
  expect(renamedLines(DESCRIPTION)).toEqual(['“A.png” is called “A (2).png” in the zip.']);
});
