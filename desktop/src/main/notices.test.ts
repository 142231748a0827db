import { expect, test } from 'vitest';
import type { Folder, StageRecord } from '../folders.ts';
import { copiesLink, noticeOfComments, noticeOfStage, StageNotices } from './notices.ts';

const folder = { id: 'f1', name: 'Shop', link: null } as Folder;
const record = (change: Partial<StageRecord>): StageRecord =>
  ({
    milliseconds: 2100,
    cause: 'person',
    outcome: 'staged',
    pins: null,
    problem: null,
    ...change,
  }) as StageRecord;

test('who staged is told how long it took, and that the link is at hand', () => {
  expect(noticeOfStage(folder, record({}), folder, true)).toEqual({
    title: 'Shop',
    body: 'Staged in 2 s, link copied',
    page: '/folders/f1',
  });
  expect(noticeOfStage(folder, record({ cause: 'queue', milliseconds: 90 }), folder, false)?.body).toBe(
    'Staged in 1 s',
  );
});

test('a change that was staged by itself is not announced, and takes nothing from the clipboard', () => {
  expect(noticeOfStage(folder, record({ cause: 'change' }), folder, false)).toBeNull();
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
  expect(noticeOfStage(folder, failed, folder, false)).toEqual({
    title: 'Shop was not staged',
    body: 'src/a.ts: no such file',
    page: '/folders/f1',
  });
  expect(noticeOfStage(folder, { ...failed, problem: { ...problem, lines: [] } }, folder, false)?.body).toBe(
    'The build failed.',
  );
  expect(noticeOfStage(folder, record({ outcome: 'cancelled' }), folder, false)).toBeNull();
});

test('a save that fails is announced once, until it is over', () => {
  const problem = { code: 'build_failed', message: 'The build failed.', hint: '', lines: [] };
  const failed = record({ outcome: 'failed', cause: 'change', problem });
  const other = { ...folder, id: 'f2' };
  const resting = { ...folder, state: { kind: 'idle' } } as Folder;
  const notices = new StageNotices();
  const of = (which: Folder, what: StageRecord) => notices.of(which, what, which, false)?.body ?? null;
  expect(of(folder, failed)).toBe('The build failed.');
  expect(of(folder, failed)).toBeNull();
  expect(of(other, failed)).toBe('The build failed.');
  expect(of(folder, { ...failed, cause: 'person' })).toBe('The build failed.');
  expect(of(folder, failed)).toBeNull();
  of(folder, record({ cause: 'change' }));
  expect(of(folder, failed)).toBe('The build failed.');
  notices.changed(resting);
  expect(of(folder, failed)).toBe('The build failed.');
});

const pins = { found: 2, doubtful: 0, lost: 1, unknown: 0 };

test('a version that waits for its owner is announced, but not with every save', () => {
  const held = record({ outcome: 'waiting', cause: 'change', version: 4, pins });
  const again = { ...folder, link: { waiting: { version: 3, pins } } } as Folder;
  expect(noticeOfStage(folder, held, folder, false)).toEqual({
    title: 'Shop: version 4 waits for you',
    body: '1 of 3 pins lost',
    page: '/folders/f1',
  });
  expect(noticeOfStage(again, held, again, false)).toBeNull();
  expect(noticeOfStage(again, { ...held, cause: 'person' }, again, false)).not.toBeNull();
  expect(copiesLink({ ...held, cause: 'person' })).toBe(false);
});

test('what became of the pins is said with the stage', () => {
  const looked = record({ pins: { ...pins, lost: 0 } });
  expect(noticeOfStage(folder, looked, folder, true)?.body).toBe(
    'Staged in 2 s, link copied. All 2 pins were found.',
  );
});

test('comments are announced when there are more than before', () => {
  expect(noticeOfComments(2, 3)?.body).toBe('One new comment');
  expect(noticeOfComments(0, 3)?.body).toBe('3 new comments');
  expect(noticeOfComments(3, 2)).toBeNull();
  expect(noticeOfComments(null, 7)).toBeNull();
});
