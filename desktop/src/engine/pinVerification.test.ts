import { folderWith, writeFiles } from '@stagelink/shared/staging/node/testing/folders';
import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { type PinState, resultOf } from '@stagelink/shared/domain/pins';
import { describe, expect, test } from 'vitest';
import { isWorse } from './pinVerification.ts';
import { testEngine } from './testing/testEngine.ts';

const A = '01938c3e-0000-7000-8000-00000000000a';
const B = '01938c3e-0000-7000-8000-00000000000b';
const pinsOf = (...statuses: PinState[]) =>
  statuses.map((status, at) => ({ commentId: at === 0 ? A : B, confidence: 1, ...resultOf(status) }));

test.each([
  [['found'], ['found'], false],
  [['lost'], ['found'], true],
  [['doubtful'], ['found'], true],
  [['elsewhere'], ['found'], true],
  [['lost'], ['elsewhere'], true],
  [['lost'], ['lost'], false],
  [['doubtful'], ['lost'], false],
  [['removed'], ['found'], true],
  [['removed'], ['removed'], false],
  [['doubtful'], ['doubtful'], false],
  [['lost'], ['doubtful'], true],
  [['lost', 'found'], ['lost', 'found'], false],
  [['lost', 'lost'], ['lost', 'found'], true],
] satisfies [PinState[], PinState[], boolean][])('%j after %j is worse: %s', (next, shown, worse) => {
  expect(isWorse(pinsOf(...next), pinsOf(...shown))).toBe(worse);
});

test('a pin that is new on the page counts as found on what the link shows', () => {
  expect(isWorse(pinsOf('found', 'lost'), pinsOf('found'))).toBe(true);
});

/** A folder that was staged once, on a server whose snapshot has an open pin; `pins` sets its results. */
async function pinned(pins: Record<number, PinState>) {
  const requests: string[] = [];
  const server = await stagingServer(pinReplies(pins, requests));
  server.openPins = 1;
  const engine = testEngine();
  await engine.signIn(server.url);
  const site = folderWith({ 'index.html': '<h1>one</h1>' });
  const { id } = await engine.add(site);
  await engine.handlers['folders.stage'](id);
  await engine.untilEnded(1);

  const stageAgain = async (text: string) => {
    writeFiles(site, { 'index.html': `<h1>${text}</h1>` });
    await engine.handlers['folders.stage'](id);
  };
  /** Verifies the pins of the nth requested version. */
  const looked = async (nth = 1) => {
    const wanted = await engine.until(
      () => engine.signals.filter(([signal]) => signal === 'pins.wanted').length >= nth && engine.signals,
    );
    await engine.handlers['pins.looked'](id);
    return wanted.findLast(([signal]) => signal === 'pins.wanted')?.[1];
  };
  return { server, engine, id, requests, stageAgain, looked };
}

/** Replies about versions and their pins; adds each request to `requests`. */
function pinReplies(pins: Record<number, PinState>, requests: string[]): Handlers {
  return {
    'GET /api/snapshots/:id/versions/:version/pins': ({ input: { version } }) => {
      requests.push(`GET ${version} pins`);
      return { pins: pinsOf(pins[version] ?? 'elsewhere') };
    },
    'POST /api/snapshots/:id/versions/:version/publish': () => refusal(409, 'conflict', 'Not in this test.'),
    'DELETE /api/snapshots/:id/versions/:version': ({ input: { version } }) => {
      requests.push(`DELETE ${version}`);
      return { ok: true };
    },
  };
}

describe('a version on which pins have to be looked for', () => {
  test('waits when one of them is lost, and the link shows what it showed', async () => {
    const { engine, id, requests, stageAgain, looked } = await pinned({ 1: 'found', 2: 'lost' });
    await stageAgain('two');
    expect(await looked()).toMatchObject({ folderId: id, version: 2 });
    const [, record] = await engine.untilEnded(2);
    const pins = { found: 0, doubtful: 0, lost: 1, unknown: 0 };
    expect(record).toMatchObject({ outcome: 'waiting', version: 2, pins });
    expect((await engine.folder(id)).link).toMatchObject({ version: 1, waiting: { version: 2, pins } });
    expect(requests.toSorted()).toEqual(['GET 1 pins', 'GET 2 pins']);
  });

  test('is thrown away when its stage is cancelled', async () => {
    const { engine, id, requests, stageAgain } = await pinned({});
    await stageAgain('two');
    await engine.until(() => engine.signals.some(([signal]) => signal === 'pins.wanted'));
    expect((await engine.folder(id)).state).toMatchObject({ kind: 'staging', step: 'checking' });
    await engine.handlers['folders.cancel'](id);
    const [, record] = await engine.untilEnded(2);
    expect(record).toMatchObject({ outcome: 'cancelled' });
    expect(requests).toEqual(['DELETE 2']);
    expect((await engine.folder(id)).link).toMatchObject({ version: 1, waiting: null });
  });

  test('takes the place of the one that waited before', async () => {
    const { engine, id, requests, stageAgain, looked } = await pinned({ 1: 'found', 2: 'lost', 3: 'lost' });
    await stageAgain('two');
    await looked();
    await engine.untilEnded(2);
    await stageAgain('three');
    await looked(2);
    await engine.untilEnded(3);
    expect(requests).toContain('DELETE 2');
    expect((await engine.folder(id)).link).toMatchObject({ waiting: { version: 3 } });
  });

  test('is thrown away when the next one waits for nothing', async () => {
    const { server, engine, id, requests, stageAgain, looked } = await pinned({ 1: 'found', 2: 'lost' });
    await stageAgain('two');
    await looked();
    await engine.untilEnded(2);
    server.openPins = 0;
    await stageAgain('three');
    await engine.untilEnded(3);
    expect(requests).toContain('DELETE 2');
    expect((await engine.folder(id)).link).toMatchObject({ version: 3, waiting: null });
  });

  test('is decided by its owner, and one that was decided elsewhere is reported as decided', async () => {
    const { engine, id, stageAgain, looked } = await pinned({ 1: 'found', 2: 'lost' });
    await stageAgain('two');
    await looked();
    await engine.untilEnded(2);
    await expect(engine.handlers['folders.publish'](id, 2)).rejects.toMatchObject({ code: 'decided' });
    expect((await engine.folder(id)).link).toMatchObject({ version: 1, waiting: null });
    expect(() => engine.handlers['folders.discard'](id)).toThrow('This folder has no draft');
  });

  test('is thrown away by its owner', async () => {
    const { engine, id, requests, stageAgain, looked } = await pinned({ 1: 'found', 2: 'lost' });
    await stageAgain('two');
    await looked();
    await engine.untilEnded(2);
    expect((await engine.handlers['folders.discard'](id)).link).toMatchObject({ version: 1, waiting: null });
    expect(requests).toContain('DELETE 2');
  });
});
