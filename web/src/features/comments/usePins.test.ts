import { comment } from '@stagelink/shared/testing/comment';
import { locator } from '@stagelink/shared/testing/locator';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Preview } from '../preview/usePreview.ts';
import { NO_TREES } from './givenTrees.ts';
import { threadsOf } from './threads.ts';
import { usePins } from './usePins.ts';

const pinned = comment({
  locator: locator(),
  trees: [{ version: 1, hash: 'a'.repeat(64), node: 3 }],
});
const resolved = { ...pinned, state: 'resolved' } as const;

/** Returns the pin that the agent gets. */
function sentFor(shown: typeof pinned, version: number, missing: ReadonlySet<string> = new Set()) {
  const send = vi.fn<Preview['send']>(() => true);
  const preview = { send, documents: 1, version } as unknown as Preview;
  const pins = { threads: threadsOf([shown]), current: null, draft: null, given: { ...NO_TREES, missing } };
  renderHook(() => usePins(preview, pins));
  return send.mock.calls.flatMap(([message]) => (message.type === 'pins' ? message.pins : []))[0];
}

test('a pin that a page tree of another version may find is not lost before it was asked', () => {
  expect(sentFor(pinned, 2)).toMatchObject({ isTreeExpected: true });
});

test.each([
  ['on the version that it was made on', sentFor(pinned, 1)],
  ['whose page tree could not be loaded', sentFor(pinned, 2, new Set([pinned.id]))],
  ['of a resolved thread, which gets no page tree', sentFor(resolved, 2)],
])('no page tree is expected for a pin %s', (_, sent) => {
  expect(sent).toMatchObject({ id: pinned.id });
  expect(sent).not.toHaveProperty('isTreeExpected');
});
