import { postComment, updateComment } from '@stagelink/shared/contracts/comments';
import { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { createSnapshot, sendBlobs } from '@stagelink/shared/contracts/staging';
import { expect, test } from 'vitest';
import { asJson } from '../testing/comments.ts';
import { asZip, blobZip, manifestOf, stage } from '../testing/stage.ts';
import type { Person } from '../testing/builders.ts';
import { type World, worldForTest } from '../testing/world.ts';

/** Sends JSON and reads the reply as a program of protocol 1 does, without the present contracts. */
async function send(
  world: World,
  { secret }: Person,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await world.fetch({
    method,
    path,
    headers: { Authorization: `Bearer ${secret}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return JSON.parse(response.body.toString());
}

test('a program of protocol 1 reads and approves pending comments', async () => {
  const world = await worldForTest();
  const ada = await world.build.user();
  const id = await world.build.snapshot(ada);
  await world.as(ada)(updateSnapshot, { id, commentPolicy: 'approval' });
  const comment = { text: 'May I?', authorName: 'Eve', anonymousUserId: crypto.randomUUID() };
  await world.as(null)(postComment, { id }, asJson(comment));

  const path = `/api/snapshots/${id}/comments`;
  const list = (await send(world, ada, 'GET', path)) as { comments: { id: string; isHeld: boolean }[] };
  expect(list.comments).toMatchObject([{ isHeld: true }]);
  const approved = await send(world, ada, updateComment.method, `${path}/${list.comments[0]?.id}`, {
    isHeld: false,
  });
  expect(approved).toMatchObject({ comment: { isHeld: false } });
});

test('a program of protocol 1 stages a draft', async () => {
  const world = await worldForTest();
  const ada = await world.build.user();
  const { snapshot } = await stage(world, ada, { 'index.html': 'one' });
  const files = { 'index.html': 'two' };
  const upload = { source: { client: 'cli' as const }, snapshotId: snapshot.id, files: manifestOf(files) };
  const { uploadId } = await world.as(ada)(createSnapshot, upload);
  await world.as(ada)(sendBlobs, { uploadId }, asZip(blobZip(Object.values(files))));

  const staged = await send(world, ada, 'POST', `/api/uploads/${uploadId}/finalize`, { publish: 'no' });
  expect(staged).toMatchObject({ version: 2, waits: { openPins: 0 } });
  expect(await send(world, ada, 'GET', `/api/snapshots/${snapshot.id}/versions`)).toMatchObject({
    versions: [
      { number: 2, isWaiting: true },
      { number: 1, isWaiting: false },
    ],
  });
});
