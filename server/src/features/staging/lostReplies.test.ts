import { randomUUID } from 'node:crypto';
import { type Call, NetworkError } from '@stagelink/shared/client/call';
import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { settleUpload, uploadSnapshot } from '@stagelink/shared/contracts/staging';
import { listVersions } from '@stagelink/shared/contracts/versions';
import { ReplyLost } from '@stagelink/shared/staging/core/replyLost';
import { type OpenUpload, type OpenUploadStore, uploadOnce } from '@stagelink/shared/staging/core/uploadOnce';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { asForm, type Files, stage } from '../../testing/stage.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Where connections break: before the server gets a request, or after it has acted. */
interface Cut {
  step: 'upload' | 'settle';
  when: 'before' | 'after';
  times: number;
}

/** A client whose connections break. */
function cutting(call: Call, cuts: readonly Cut[]): Call {
  const left = cuts.map((cut) => ({ ...cut }));
  const isCut = (path: string, when: Cut['when']) => {
    const step = path === settleUpload.path ? 'settle' : 'upload';
    const cut = left.find((each) => each.step === step && each.when === when && each.times > 0);
    if (cut) cut.times -= 1;
    return cut !== undefined;
  };
  return async (endpoint, input, stream) => {
    if (isCut(endpoint.path, 'before')) throw new NetworkError('cut');
    const reply = await call(endpoint, input, stream);
    if (isCut(endpoint.path, 'after')) throw new NetworkError('cut');
    return reply;
  };
}

function storeInMemory(): OpenUploadStore {
  let open: OpenUpload | null = null;
  return {
    read: () => Promise.resolve(open),
    write: (upload) => Promise.resolve(void (open = upload)),
  };
}

const site = (): Files => ({ 'index.html': `<h1>${randomUUID()}</h1>` });

function stageOnce(call: Call, store: OpenUploadStore, files: Files, snapshotId?: string) {
  const idempotencyKey = randomUUID();
  return uploadOnce({
    idempotencyKey,
    print: JSON.stringify([snapshotId, files]),
    store,
    call,
    send: () => call(uploadSnapshot, { snapshotId, client: 'capture' }, { ...asForm(files), idempotencyKey }),
    isCancelled: () => false,
  });
}

const linksOf = async (person: Person) =>
  (await world.as(person)(listSnapshots, {})).snapshots.map(({ id }) => id);

const CUTS: [string, Cut[]][] = [
  ['the upload before it arrives', [{ step: 'upload', when: 'before', times: 1 }]],
  ['the reply of the upload', [{ step: 'upload', when: 'after', times: 1 }]],
  [
    'the upload, and the question about it',
    [
      { step: 'upload', when: 'before', times: 1 },
      { step: 'settle', when: 'before', times: 1 },
    ],
  ],
  [
    'the reply of the upload, and the question about it',
    [
      { step: 'upload', when: 'after', times: 1 },
      { step: 'settle', when: 'before', times: 1 },
    ],
  ],
  [
    'the reply of the upload, and twice the answer about it',
    [
      { step: 'upload', when: 'after', times: 1 },
      { step: 'settle', when: 'after', times: 2 },
    ],
  ],
];

describe.each(['a new link', 'a new version'])('when connections break on the way to %s', (what) => {
  const isNew = what === 'a new link';

  test.each(CUTS)('%s: staged once, and what is reported is true', async (_what, cuts) => {
    const [ada, files, store] = [await world.build.user(), site(), storeInMemory()];
    const first = isNew ? undefined : (await stage(world, ada, site())).snapshot.id;
    const call = cutting(world.as(ada), cuts);
    const countOf = async () => {
      const [id, ...others] = await linksOf(ada);
      expect(others).toEqual([]);
      return id === undefined ? 0 : (await world.as(ada)(listVersions, { id })).versions.length;
    };
    const before = await countOf();
    let staged;
    /** Versions there were when the client reported that nothing was staged. */
    const denied: number[] = [];
    // A person who presses the button again until it succeeds.
    for (let attempt = 0; attempt < 5 && !staged; attempt += 1) {
      try {
        staged = await stageOnce(call, store, files, first);
      } catch (cause) {
        if (!(cause instanceof ReplyLost)) denied.push(await countOf());
      }
    }
    expect(denied.filter((count) => count !== before)).toEqual([]);
    expect(staged?.version).toBe(before + 1);
    expect(await countOf()).toBe(before + 1);
  });

  test.each(['before', 'after'] as const)(
    'a program that is ended %s the server has acted goes on where it was',
    async (when) => {
      const [ada, files, store] = [await world.build.user(), site(), storeInMemory()];
      const first = isNew ? undefined : (await stage(world, ada, site())).snapshot.id;
      const sent = Promise.withResolvers<void>();
      const endless: Call = async (endpoint, input, stream) => {
        if (when === 'after') await world.as(ada)(endpoint, input, stream);
        sent.resolve();
        return new Promise(() => undefined);
      };
      void stageOnce(endless, store, files, first);
      await sent.promise;
      const staged = await stageOnce(world.as(ada), store, files, first);
      expect(await linksOf(ada)).toEqual([staged.snapshot.id]);
      expect(staged.version).toBe(isNew ? 1 : 2);
    },
  );
});
