import type { Comment } from '@stagelink/shared/contracts/comments';
import { CLOSE } from '@stagelink/shared/contracts/live';
import { comment } from '@stagelink/shared/testing/comment';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { FakeSocket, latestSocket } from '../../testing/socket.ts';
import { followSnapshot } from './liveUpdates.ts';
import { queryClient } from '../../lib/queryClient.ts';

const ID = 'k3q9x7m2a1b4';
const KEY = ['comments', ID];
const uuid = (last: string) => `0190a0e2-6b1c-7c3e-8000-${last.padStart(12, '0')}`;
const FIRST = comment({ id: uuid('1'), text: 'first' });
const OTHER = comment({ id: uuid('2'), text: 'other' });
const REPLY = comment({ id: uuid('3'), text: 'reply', parentId: FIRST.id });

const THREAD = 'GET /api/snapshots/:id/comments/:commentId/thread';
const texts = () => (queryClient.getQueryData<Comment[]>(KEY) ?? []).map(({ text }) => text).toSorted();
const isStale = () => queryClient.getQueryState(KEY)?.isInvalidated;

let seq: number;
let stop: () => void;
let states: string[];
const happens = (type: 'comment_created' | 'comment_updated' | 'comment_deleted', commentId: string) => {
  seq += 1;
  latestSocket().say({ type, seq, snapshotId: ID, commentId });
};

/** A viewer that has loaded everything and is connected. */
beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.opened = [];
  seq = 7;
  states = [];
  stop = followSnapshot(ID, (state) => states.push(state));
  latestSocket().dispatchEvent(new Event('open'));
  latestSocket().say({ type: 'connected', seq });
  queryClient.setQueryData(KEY, [OTHER, FIRST]);
});
afterEach(() => stop());

test('an event in a thread refetches that thread only', async () => {
  const requests = serve({ [THREAD]: () => ({ comments: [FIRST, REPLY] }) });
  happens('comment_created', REPLY.id);
  await vi.waitFor(() => expect(texts()).toEqual(['first', 'other', 'reply']));
  expect(Object.keys(requests)).toEqual([THREAD]);
  expect(requests[THREAD]?.map(({ input }) => input)).toEqual([{ id: ID, commentId: REPLY.id }]);
  expect(isStale()).toBe(false);
});

test('a thread is shown as it is now, whatever was shown of it', async () => {
  queryClient.setQueryData(KEY, [OTHER, FIRST, REPLY]);
  serve({ [THREAD]: () => ({ comments: [{ ...FIRST, text: 'better' }] }) });
  happens('comment_updated', FIRST.id);
  await vi.waitFor(() => expect(texts()).toEqual(['better', 'other']));
});

test('an agent that begins to watch is read at once, and nothing else is', () => {
  const presence = ['presence', ID];
  queryClient.setQueryData(presence, { people: [], visitors: 0 });
  seq += 1;
  latestSocket().say({ type: 'agents_changed', seq });
  expect(queryClient.getQueryState(presence)?.isInvalidated).toBe(true);
  expect(isStale()).toBe(false);
});

test('a change of findings refetches the findings only, and keeps those of this browser', () => {
  const own = ['ownFindings', ID, 1];
  queryClient.setQueryData(['findings', ID, 1], { findings: [] });
  queryClient.setQueryData(own, []);
  serve({});
  seq += 1;
  latestSocket().say({ type: 'findings_changed', seq, snapshotId: ID, version: 1 });
  expect(queryClient.getQueryState(['findings', ID, 1])?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(own)?.isInvalidated).toBe(false);
  expect(isStale()).toBe(false);
});

test('a deleted comment is removed without a request, a thread with its replies', async () => {
  queryClient.setQueryData(KEY, [OTHER, FIRST, REPLY]);
  serve({});
  happens('comment_deleted', FIRST.id);
  await vi.waitFor(() => expect(texts()).toEqual(['other']));
});

test('a thread that no longer exists is removed', async () => {
  serve({ [THREAD]: () => refusal(404, 'not_found', 'That comment does not exist.') });
  happens('comment_updated', FIRST.id);
  await vi.waitFor(() => expect(texts()).toEqual(['other']));
});

test('a thread that cannot be read is read with all the others', async () => {
  serve({ [THREAD]: () => refusal(500, 'internal', 'Something went wrong.') });
  happens('comment_updated', FIRST.id);
  await vi.waitFor(() => expect(isStale()).toBe(true));
});

test('threads are fetched one after the other, and many of them with the whole list', async () => {
  const first = Promise.withResolvers<void>();
  const requests = serve({
    [THREAD]: async () => {
      await first.promise;
      return { comments: [FIRST] };
    },
  });
  happens('comment_updated', FIRST.id);
  for (let i = 10; i < 20; i += 1) happens('comment_created', uuid(String(i)));
  expect(Object.values(requests).flat()).toHaveLength(1);
  first.resolve();
  await vi.waitFor(() => expect(isStale()).toBe(true));
  expect(Object.values(requests).flat()).toHaveLength(1);
});

test('the whole list is read when a number was skipped', () => {
  seq += 1;
  happens('comment_deleted', OTHER.id);
  expect(isStale()).toBe(true);
});

test('when the session ends, everything is read again at once, and the channel opens without it', () => {
  const view = ['snapshotView', ID];
  queryClient.setQueryData(view, {});
  latestSocket().drop(CLOSE.signedOut);
  expect(isStale()).toBe(true);
  expect(queryClient.getQueryState(view)?.isInvalidated).toBe(true);
  expect(FakeSocket.opened).toHaveLength(2);
  latestSocket().say({ type: 'connected', seq });
  expect(states).toEqual(['live', 'reconnecting', 'live']);
});

test('where no channel stays open, the snapshot is read again with every late attempt', () => {
  vi.useFakeTimers();
  const view = ['snapshotView', ID];
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    queryClient.setQueryData(view, {});
    latestSocket().drop();
    const isRead = queryClient.getQueryState(view)?.isInvalidated;
    expect(isRead, `attempt ${attempt}`).toBe(attempt === 1 || attempt > 5);
    vi.advanceTimersByTime(30_000);
  }
  vi.useRealTimers();
  expect(states).toEqual(['live', ...Array<string>(5).fill('reconnecting'), 'failed', 'failed']);
});
