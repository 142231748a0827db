import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  CAPTURE_FIREFOX_PATH,
  CAPTURE_PATH,
  EXTENSION_PATH,
  extensionVersion,
  reportExtension,
} from '@stagelink/shared/contracts/editorExtension';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { packagedCapture, packagedExtension, packagedFirefoxCapture } from './packaged.ts';

const PATHS = [EXTENSION_PATH, '/api/extensions/download'];
const SERVER = 'https://stage.example.com';

/** A package for editors, built for no server in particular. */
const editorPackage = (name = 'stagelink') =>
  zipSync({
    'extension.vsixmanifest': strToU8('<PackageManifest/>'),
    'extension/package.json': strToU8(
      JSON.stringify({
        name,
        contributes: {
          configuration: {
            properties: { 'stagelink.server': { default: 'http://localhost:4600', scope: 'machine' } },
          },
        },
      }),
    ),
  });

/** One for browsers. */
const browserPackage = (name: string) =>
  zipSync({ 'worker.js': strToU8(name), 'server.json': strToU8('{"server":"http://localhost:4600"}') });

const filesIn = ({ body }: { body: Buffer }) =>
  Object.fromEntries(Object.entries(unzipSync(body)).map(([name, bytes]) => [name, strFromU8(bytes)]));
const manifestIn = (answer: { body: Buffer }) =>
  JSON.parse(filesIn(answer)['extension/package.json'] ?? '') as { name: string };

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.app.config.isSelfHosted = true;
});

async function folderForTest(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `stagelink-${name}-`));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Gives the server an empty folder of the extension, and returns how to package one. */
async function emptyFolder(): Promise<(version: string, name?: string) => Promise<void>> {
  const folder = await folderForTest('extension');
  world.app.extension = packagedExtension(SERVER, folder);
  let packed = 0;
  return async (version, name) => {
    const file = path.join(folder, 'dist/stagelink.vsix');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'stagelink', version }));
    await writeFile(file, editorPackage(name));
    // Makes the change visible however coarse the disk's clock is.
    packed += 1;
    await utimes(file, packed, packed);
  };
}

const download = (at: string, person: Person | null, more: Record<string, string> = {}, method = 'GET') =>
  world.fetch({
    method,
    path: at,
    headers: { ...(person ? { Authorization: `Bearer ${person.secret}` } : {}), ...more },
  });

const sentence = ({ body }: { body: Buffer }) => (JSON.parse(body.toString()) as { message: string }).message;

describe('the version of the extension', () => {
  test('is null until it is packaged, then the latest package', async () => {
    const pack = await emptyFolder();
    const version = async () => (await world.as(null)(extensionVersion, {})).version;
    expect(await version()).toBeNull();
    await pack('1.2.3');
    expect(await version()).toBe('1.2.3');
    await pack('1.3.0', 'newer');
    expect(await version()).toBe('1.3.0');
  });
});

describe('the version an editor reports', () => {
  test('is stored per account, and an older one does not replace it', async () => {
    const [ada, grace] = [await world.build.user(), await world.build.user()];
    const editor = await world.build.token(ada, { scopes: ['snapshots:read'] });
    const installed = async (person: Person | null) =>
      (await world.as(person)(extensionVersion, {})).installed;
    expect(await installed(ada)).toBeNull();

    for (const version of ['1.9.0', '1.10.0', '1.2.30']) {
      await world.as(editor)(reportExtension, { version });
    }
    expect(await installed(ada)).toBe('1.10.0');
    expect(await installed(grace)).toBeNull();
    expect(await installed(null)).toBeNull();
  });

  test.each(['latest', '1.0', '1.0.0-beta', '1.0.0.0', '999999.0.0', ''])(
    'consists of three numbers, unlike “%s”',
    async (version) => {
      const ada = await world.build.user();
      await expect(world.as(ada)(reportExtension, { version })).rejects.toMatchObject({ status: 400 });
      expect((await world.as(ada)(extensionVersion, {})).installed).toBeNull();
    },
  );
});

describe.each(PATHS)('the extension at %s', (at) => {
  test('is a file that browsers save and revalidate', async () => {
    const pack = await emptyFolder();
    await pack('1.0.0');
    const ada = await world.build.user();
    const answer = await download(at, ada);
    expect(answer.status).toBe(200);
    expect(manifestIn(answer)).toEqual({
      name: 'stagelink',
      contributes: {
        configuration: { properties: { 'stagelink.server': { default: SERVER, scope: 'machine' } } },
      },
    });
    expect(Object.keys(filesIn(answer))).toEqual(['extension.vsixmanifest', 'extension/package.json']);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="stagelink.vsix"',
      'content-length': String(answer.body.length),
      'x-content-type-options': 'nosniff',
    });
    const etag = String(answer.headers.etag);
    expect((await download(at, ada, { 'If-None-Match': etag })).status).toBe(304);
    await pack('1.0.1', 'newer');
    const newer = await download(at, ada, { 'If-None-Match': etag });
    expect(newer.status).toBe(200);
    expect(manifestIn(newer).name).toBe('newer');
  });

  test('has its size and name in a HEAD response', async () => {
    const pack = await emptyFolder();
    await pack('1.0.0');
    const answer = await download(at, await world.build.user(), {}, 'HEAD');
    expect(answer.status).toBe(200);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(100);
    expect(answer.body).toHaveLength(0);
  });

  test('requires an account', async () => {
    const pack = await emptyFolder();
    await pack('1.0.0');
    const answer = await download(at, null);
    expect(answer.status).toBe(401);
    expect(sentence(answer)).toBe('Please log in to download the extension.');
  });

  test('is part of Pro', async () => {
    const pack = await emptyFolder();
    await pack('1.0.0');
    world.app.config.isSelfHosted = false;
    const ada = await world.build.user();
    const answer = await download(at, ada);
    expect(answer.status).toBe(403);
    expect(sentence(answer)).toMatch(
      /^The extension is part of Pro\. Upgrade at .+\/pricing\?mode=upgrade\.$/,
    );
    await world.app.db('users').where({ id: ada.id }).update({ plan: 'pro', subscription_status: 'active' });
    expect((await download(at, ada)).status).toBe(200);
  });

  test('is reported missing where it was not packaged', async () => {
    await emptyFolder();
    const answer = await download(at, await world.build.user());
    expect(answer.status).toBe(404);
    expect(sentence(answer)).toBe('This server does not offer the extension: it was not packaged here.');
  });
});

test('two servers offer packages of one build, each with its own address', async () => {
  const folder = await folderForTest('extension');
  await mkdir(path.join(folder, 'dist'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ version: '1.0.0' }));
  await writeFile(path.join(folder, 'dist/stagelink.vsix'), editorPackage());
  const [one, same, other] = await Promise.all(
    [SERVER, SERVER, 'http://localhost:4622'].map((server) => packagedExtension(server, folder)()),
  );
  expect(one?.etag).toBe(same?.etag);
  expect(one?.etag).not.toBe(other?.etag);
});

describe('the browser extension', () => {
  async function captureFolder(): Promise<string> {
    const folder = await folderForTest('capture');
    world.app.capture = packagedCapture(SERVER, folder);
    world.app.firefoxCapture = packagedFirefoxCapture(SERVER, folder);
    return folder;
  }

  const captures = [CAPTURE_PATH, CAPTURE_FIREFOX_PATH];

  test.each(captures)('can be downloaded on every plan: %s', async (at) => {
    const folder = await captureFolder();
    world.app.config.isSelfHosted = false;
    await mkdir(path.join(folder, 'dist'));
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ version: '1.4.0' }));
    for (const each of captures) await writeFile(path.join(folder, 'dist', each), browserPackage(each));
    expect((await world.as(null)(extensionVersion, {})).capture).toBe('1.4.0');
    const answer = await download(at, await world.build.user());
    expect(answer.status).toBe(200);
    expect(filesIn(answer)).toEqual({ 'worker.js': at, 'server.json': JSON.stringify({ server: SERVER }) });
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${at.slice(1)}"`);
  });

  test.each(captures)('is reported missing where it was not packaged: %s', async (at) => {
    await captureFolder();
    expect((await world.as(null)(extensionVersion, {})).capture).toBeNull();
    const answer = await download(at, null);
    expect(answer.status).toBe(404);
    expect(sentence(answer)).toBe(
      'This server does not offer the browser extension: it was not packaged here.',
    );
  });
});
