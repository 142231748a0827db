import { randomBytes } from 'node:crypto';
import { deleteSnapshot } from '@stagelink/shared/contracts/snapshots';
import { readZip } from '@stagelink/shared/staging/node/testing/readZip';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer } from '../../testing/live.ts';
import type { Person } from '../../testing/builders.ts';
import { type Files, stage } from '../../testing/stage.ts';
import { onBucket, onRealBucket, type StoreFixture } from '../../testing/stores.ts';
import { createWorld, type World } from '../../testing/world.ts';

const FILES: Files = {
  'index.html': `<h1>One</h1>${'text '.repeat(10_000)}`,
  'empty.txt': '',
  'Logo.svg': '<svg/>',
  'logo.svg': '<svg id="other"/>',
  'film.bin': randomBytes(12_000_000),
  ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`assets/${at}.js`, `run(${at})`])),
};

describe.each([onBucket, ...onRealBucket])('a version whose files are in $name', ({ open }) => {
  let fixture: StoreFixture;
  let world: World;
  beforeAll(async () => {
    fixture = await open();
    world = await createWorld({ bucket: fixture.bucket });
  });
  afterAll(async () => {
    await world.close();
    await fixture.close();
  });

  const download = (person: Person, id: string) =>
    world.fetch({
      path: `/api/snapshots/${id}/versions/1/download?format=zip`,
      headers: bearer(person),
    });

  test('is downloaded as a zip with every byte that was staged, also several times at once', async () => {
    const ada = await world.build.user();
    const { snapshot } = await stage(world, ada, FILES);
    const expected = new Map(Object.entries(FILES).map(([path, body]) => [path, Buffer.from(body)]));
    expected.set('logo (2).svg', Buffer.from(FILES['logo.svg'] ?? ''));
    expected.delete('logo.svg');
    for (const { status, body } of await Promise.all([1, 2, 3].map(() => download(ada, snapshot.id)))) {
      expect(status).toBe(200);
      const files = await readZip(body);
      expect([...files.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
      const differing = [...expected].filter(([name, bytes]) => !files.get(name)?.equals(bytes));
      expect(differing.map(([name]) => name)).toEqual([]);
    }
    await world.as(ada)(deleteSnapshot, { id: snapshot.id });
    expect((await download(ada, snapshot.id)).status).toBe(404);
  });
});
