import type { BulkChange } from '@stagelink/shared/contracts/bulkChanges';
import { snapshot } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { afterAction, changeSnapshots } from './manySnapshots.ts';

const CHANGE: BulkChange = {
  id: '01938c3e-0000-7000-8000-0000000000cc',
  total: 1200,
  done: 0,
  failedCount: 0,
  failed: [],
  isFinished: false,
  canUndo: false,
};
const all = { snapshots: { filter: {}, except: [] }, includes: () => true };

test('added and removed tags show before the server replies', () => {
  const action = { type: 'tag' as const, add: ['new'], remove: ['old'] };
  expect(afterAction(snapshot({ tags: ['new', 'old'] }), action).tags).toEqual(['new']);
});

test('a long change is followed to its end, also while the server cannot be reached', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 });
  const answers = [
    { change: { ...CHANGE, done: 500 } },
    refusal(503, 'unavailable', 'In a moment.'),
    { change: { ...CHANGE, done: 1199, failedCount: 1, isFinished: true } },
  ];
  serve({
    'POST /api/snapshots/bulk/changes': () => ({ change: CHANGE }),
    'GET /api/snapshots/bulk/changes/:changeId': () => answers.shift() ?? { change: CHANGE },
  });
  const seen: number[] = [];
  const change = await changeSnapshots(all, { type: 'extend' }, ({ done }) => seen.push(done));
  expect(seen).toEqual([0, 500, 500, 1199]);
  expect(change).toMatchObject({ done: 1199, failedCount: 1 });
  vi.useRealTimers();
});
