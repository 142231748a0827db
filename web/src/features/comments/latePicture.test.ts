import type { Comment } from '@stagelink/shared/contracts/comments';
import { comment } from '@stagelink/shared/testing/comment';
import { locator } from '@stagelink/shared/testing/locator';
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { addLatePicture, repin } from './api.ts';

const PICTURE = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], { type: 'image/png' });
const PLACE = { locator: locator(), version: 3 };
const OWN = comment({
  elementSelector: 'h1',
  elementCoordinates: { x: 4, y: 8 },
  can: { ...comment().can, repin: true },
});
const PUT = 'PUT /api/snapshots/:id/comments/:commentId/pin';
const key = ['comments', OWN.snapshotId];

const start = () => serve({ [PUT]: () => ({ comment: OWN }) });
const list = (change: Partial<Comment> = {}) => queryClient.setQueryData(key, [{ ...OWN, ...change }]);

beforeEach(() => queryClient.clear());

test('the picture of a moved pin follows when it was not ready in time', async () => {
  const sent = start();
  list();
  const drawn = Promise.withResolvers<Blob | null>();
  await repin(OWN, PLACE, drawn.promise);
  expect(sent[PUT]).toHaveLength(1);
  expect(sent[PUT]?.[0]).toMatchObject({
    input: { id: OWN.snapshotId, commentId: OWN.id },
    form: { version: 3 },
  });

  drawn.resolve(PICTURE);
  await waitFor(() => expect(sent[PUT]).toHaveLength(2));
  const [, late] = sent[PUT] ?? [];
  expect(late?.form.version).toBe(3);
  const body = late?.request.stream?.body;
  expect(body instanceof FormData && body.get('crop')).toBeInstanceOf(Blob);
});

test.each([
  ['was moved meanwhile', { elementSelector: 'p' }],
  ['has its picture', { crop: { url: 'https://label.content.test/crop.png' } }],
  ['may not be moved by this user', { can: comment().can }],
])('no late picture is sent for a pin that %s', async (_, change) => {
  const sent = start();
  list(change);
  await addLatePicture(OWN, PLACE, Promise.resolve(PICTURE));
  expect(sent[PUT] ?? []).toHaveLength(0);
});
