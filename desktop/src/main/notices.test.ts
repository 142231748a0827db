import { expect, test } from 'vitest';
import type { Folder, StageRecord } from '../folders.ts';
import { copiesLink, noticeOfComments, noticeOfStage } from './notices.ts';

const folder = { id: 'f1', name: 'Shop' } as Folder;
const record = (change: Partial<StageRecord>): StageRecord =>
  ({ milliseconds: 2100, cause: 'person', outcome: 'staged', problem: null, ...change }) as StageRecord;

test('who staged is told how long it took, and that the link is at hand', () => {
  expect(noticeOfStage(folder, record({}), true)).toEqual({
    title: 'Shop',
    body: 'Staged in 2 s, link copied',
    page: '/folders/f1',
  });
  expect(noticeOfStage(folder, record({ cause: 'queue', milliseconds: 90 }), false)?.body).toBe(
    'Staged in 1 s',
  );
});

test('a change that was staged by itself is not announced, and takes nothing from the clipboard', () => {
  expect(noticeOfStage(folder, record({ cause: 'change' }), false)).toBeNull();
  expect(copiesLink(record({ cause: 'change' }))).toBe(false);
  expect(copiesLink(record({ cause: 'queue' }))).toBe(false);
  expect(copiesLink(record({ outcome: 'failed' }))).toBe(false);
  expect(copiesLink(record({}))).toBe(true);
});

test('a failure says its first line, whoever began it', () => {
  const problem = {
    code: 'build_failed',
    message: 'The build failed.',
    hint: '',
    lines: ['src/a.ts: no such file', 'exit 1'],
  };
  const failed = record({ outcome: 'failed', cause: 'change', problem });
  expect(noticeOfStage(folder, failed, false)).toEqual({
    title: 'Shop was not staged',
    body: 'src/a.ts: no such file',
    page: '/folders/f1',
  });
  expect(noticeOfStage(folder, { ...failed, problem: { ...problem, lines: [] } }, false)?.body).toBe(
    'The build failed.',
  );
  expect(noticeOfStage(folder, record({ outcome: 'cancelled' }), false)).toBeNull();
});

test('comments are announced when there are more than before', () => {
  expect(noticeOfComments(2, 3)?.body).toBe('One new comment');
  expect(noticeOfComments(0, 3)?.body).toBe('3 new comments');
  expect(noticeOfComments(3, 2)).toBeNull();
  expect(noticeOfComments(null, 7)).toBeNull();
});
