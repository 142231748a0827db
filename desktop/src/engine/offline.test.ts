import { folderWith, projectWith, writeFiles } from '@stagelink/shared/staging/node/testing/folders';
import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { authOptions } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { describe, expect, test } from 'vitest';
import { ACCOUNT, storeFolder, testEngine } from './testing/testEngine.ts';

const SITE = { 'index.html': '<!doctype html><title>Home</title>', 'app.css': 'body { color: teal }' };

test('without a network a stage waits, and is sent when the server is back', async () => {
  const server = await stagingServer();
  const engine = testEngine();
  await engine.signIn(server.url);
  const { id } = await engine.add(folderWith(SITE));
  await server.stop();

  await engine.handlers['folders.stage'](id);
  const { since } = await engine.untilState(id, 'queued');
  expect(since).toBeGreaterThan(0);
  expect(engine.signals).toContainEqual(['connection.changed', ACCOUNT, { kind: 'offline' }]);

  await server.start();
  expect(await engine.untilEnded(1)).toMatchObject([{ cause: 'queue', outcome: 'staged', version: 1 }]);
  expect(engine.signals.findLast(([signal]) => signal === 'connection.changed')).toEqual([
    'connection.changed',
    ACCOUNT,
    { kind: 'online' },
  ]);
});

test('a connection that is cut in the middle of sending costs nothing but time', async () => {
  const server = await stagingServer();
  const engine = testEngine();
  await engine.signIn(server.url);
  const site = folderWith(SITE);
  const { id } = await engine.add(site);
  let isCut = true;
  server.fault = (request) => {
    if (isCut && request.method === 'PUT') request.destroy();
    return isCut && request.method === 'PUT';
  };

  await engine.handlers['folders.stage'](id);
  await engine.untilState(id, 'queued');
  isCut = false;

  expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged', version: 1 }]);
  expect([...(server.snapshots.values().next().value?.keys() ?? [])].sort()).toEqual(
    Object.keys(SITE).sort(),
  );
});

test('a waiting stage still waits after the engine restarts', async () => {
  const server = await stagingServer();
  const folder = storeFolder();
  const before = testEngine({ folder });
  await before.signIn(server.url);
  const first = await before.add(folderWith(SITE));
  const second = await before.add(folderWith(SITE));
  await server.stop();
  for (const { id } of [first, second]) {
    await before.handlers['folders.stage'](id);
    await before.untilState(id, 'queued');
  }
  await before.stop();

  await server.start();
  const after = testEngine({ folder });
  expect((await after.folder(first.id)).state).toMatchObject({ kind: 'queued' });
  await after.signIn(server.url);

  const ended = await after.untilEnded(2);
  expect(ended.map(({ outcome }) => outcome)).toEqual(['staged', 'staged']);
  expect(server.bodies.map(({ name }) => name).sort()).toEqual([first.name, second.name].sort());
});

test('a token the server rejects is reported once; a new one stages everything queued', async () => {
  const server = await stagingServer();
  const engine = testEngine();
  await engine.signIn(server.url, 'stl_pat_old');
  const site = folderWith(SITE);
  const { id } = await engine.add(site);
  server.fault = ({ headers }) =>
    headers.authorization === 'Bearer stl_pat_old' && refusal(401, 'unauthenticated', 'Please sign in');

  await engine.handlers['folders.stage'](id);
  await engine.untilState(id, 'signedOut');
  writeFiles(site, { 'app.css': 'body { color: plum }' });
  await engine.signIn(server.url, null);
  await engine.handlers['folders.stage'](id);
  await engine.untilState(id, 'signedOut');
  expect(engine.signals.filter(([signal]) => signal === 'account.refused')).toEqual([
    ['account.refused', ACCOUNT],
  ]);

  await engine.signIn(server.url, 'stl_pat_new');
  expect(await engine.untilEnded(1)).toMatchObject([{ cause: 'queue', outcome: 'staged' }]);
  expect([...server.snapshots.values()][0]?.get('app.css')?.toString()).toBe('body { color: plum }');
});

test.each([
  ['older', { protocol: 0, oldestProtocol: 0 }, /^The server is too old for this companion\./],
  ['newer', { protocol: 99, oldestProtocol: 99 }, /^The server no longer works with this companion\./],
])(
  'a server that is %s than we can work with is reported, and nothing is sent to it',
  async (_age, protocol, message) => {
    let isOdd = true;
    const server = await stagingServer({
      'GET /auth/options': () => authOptions(isOdd ? protocol : {}),
    });
    const engine = testEngine();
    await engine.signIn(server.url);
    const { id } = await engine.add(folderWith(SITE));
    const [, , connection] = await engine.until(() =>
      engine.signals.find((one) => one[0] === 'connection.changed'),
    );
    expect(connection).toEqual({ kind: 'incompatible', message: expect.stringMatching(message) as string });

    await engine.handlers['folders.stage'](id);
    await engine.untilState(id, 'queued');
    expect(server.bodies).toEqual([]);

    isOdd = false;
    expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged' }]);
  },
);

test('a cancelled stage leaves the queue', async () => {
  const server = await stagingServer();
  const engine = testEngine();
  await engine.signIn(server.url);
  const { id } = await engine.add(folderWith(SITE));
  await server.stop();
  await engine.handlers['folders.stage'](id);
  await engine.untilState(id, 'queued');

  await engine.handlers['folders.cancel'](id);
  expect((await engine.folder(id)).state).toEqual({ kind: 'idle' });
  await server.start();
  await engine.until(() =>
    engine.signals.some(
      (one) =>
        one[0] === 'connection.changed' &&
        one[2].kind === 'online' &&
        one === engine.signals.findLast(([signal]) => signal === 'connection.changed'),
    ),
  );
  expect(server.bodies).toEqual([]);
});

test('an output that changed without a network is not built when it goes out', async () => {
  const server = await stagingServer();
  const { promise: watched, resolve } = Promise.withResolvers<void>();
  const engine = testEngine({ onWatched: () => resolve() });
  await engine.signIn(server.url);
  const project = projectWith(`throw new Error('no consent to this');`, { 'dist/index.html': 'one' });
  const { id } = await engine.add(project);
  await engine.handlers['folders.change'](id, { watched: 'output' });
  await watched;
  await server.stop();

  writeFiles(project, { 'dist/index.html': 'two' });
  await engine.untilState(id, 'queued');
  await server.start();

  expect(await engine.untilEnded(1)).toMatchObject([{ cause: 'queue', outcome: 'staged' }]);
  expect([...server.snapshots.values()][0]?.get('index.html')?.toString()).toBe('two');
});

describe('when the server takes no more versions for now', () => {
  /** A folder whose stages are rejected with so many seconds to wait, 10 milliseconds each here. */
  async function limited(seconds: number) {
    const server = await stagingServer();
    const engine = testEngine();
    await engine.signIn(server.url);
    const { id } = await engine.add(folderWith(SITE));
    let isLimited = true;
    server.fault = ({ url }) =>
      isLimited &&
      url === '/api/snapshots' &&
      refusal(429, 'rate_limited', 'Too many.', { retryAfter: seconds });
    await engine.handlers['folders.stage'](id);
    const { since, notBefore } = await engine.untilState(id, 'queued');
    return { engine, id, server, waits: (notBefore ?? 0) - since, allow: () => (isLimited = false) };
  }

  test('a stage waits as long as the server requires, and is then sent automatically', async () => {
    const { engine, waits, allow } = await limited(20);
    expect(waits).toBe(20_000);
    allow();
    expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged', cause: 'queue' }]);
  });

  test('a connection that comes back does not try it before, a person may', async () => {
    const { engine, id, server, allow } = await limited(3_600);
    const before = server.requests.filter((request) => request === 'POST /api/snapshots').length;
    await engine.handlers['network.recheck']();
    await engine.signIn(server.url, 'stl_pat_other');
    const probes = () => server.requests.filter((request) => request.includes('/auth/options')).length;
    while (probes() < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(server.requests.filter((request) => request === 'POST /api/snapshots')).toHaveLength(before);
    allow();
    await engine.handlers['folders.stage'](id);
    expect(await engine.untilEnded(1)).toMatchObject([{ outcome: 'staged', cause: 'person' }]);
  });

  test('one that is cancelled does not go out later', async () => {
    const { engine, id, allow } = await limited(20);
    await engine.handlers['folders.cancel'](id);
    allow();
    await engine.untilState(id, 'idle');
    await engine.handlers['folders.stage'](id);
    expect(await engine.untilEnded(1)).toMatchObject([{ cause: 'person' }]);
  });
});
