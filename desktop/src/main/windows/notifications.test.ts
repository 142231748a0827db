import { expect, test } from 'vitest';
import type { Folder, StageRecord } from '../../protocol/folders.ts';
import {
  shouldCopyLink,
  commentNotification,
  shownAlerts,
  stageNotification,
  StageNotices,
} from './notifications.ts';

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

test('a stage notification has its duration and says that the link is copied', () => {
  expect(stageNotification(folder, record({}), folder, true)).toEqual({
    title: 'Shop',
    body: 'Staged in 2 s, link copied',
    page: '/folders/f1',
  });
  expect(stageNotification(folder, record({ cause: 'queue', milliseconds: 90 }), folder, false)?.body).toBe(
    'Staged in 1 s',
  );
});

test('a change that was staged automatically is not announced and leaves the clipboard alone', () => {
  expect(stageNotification(folder, record({ cause: 'change' }), folder, false)).toBeNull();
  expect(shouldCopyLink(record({ cause: 'change' }))).toBe(false);
  expect(shouldCopyLink(record({ cause: 'queue' }))).toBe(false);
  expect(shouldCopyLink(record({ outcome: 'failed' }))).toBe(false);
  expect(shouldCopyLink(record({}))).toBe(true);
});

test('every failed stage shows its first line', () => {
  const problem = {
    code: 'build_failed',
    message: 'The build failed.',
    hint: '',
    lines: ['src/a.ts: no such file', 'exit 1'],
  };
  const failed = record({ outcome: 'failed', cause: 'change', problem });
  expect(stageNotification(folder, failed, folder, false)).toEqual({
    title: 'Shop was not staged',
    body: 'src/a.ts: no such file',
    page: '/folders/f1',
  });
  expect(
    stageNotification(folder, { ...failed, problem: { ...problem, lines: [] } }, folder, false)?.body,
  ).toBe('The build failed.');
  expect(stageNotification(folder, record({ outcome: 'cancelled' }), folder, false)).toBeNull();
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
  expect(stageNotification(folder, held, folder, false)).toEqual({
    title: 'Shop: version 4 is a draft',
    body: '1 of 3 pins lost',
    page: '/folders/f1',
  });
  expect(stageNotification(again, held, again, false)).toBeNull();
  expect(stageNotification(again, { ...held, cause: 'person' }, again, false)).not.toBeNull();
  expect(shouldCopyLink({ ...held, cause: 'person' })).toBe(false);
});

test('the notification of a stage includes the result of its pins', () => {
  const looked = record({ pins: { ...pins, lost: 0 } });
  expect(stageNotification(folder, looked, folder, true)?.body).toBe(
    'Staged in 2 s, link copied. All 2 pins were found.',
  );
});

test('alerts lead to their threads on the server, three at once', () => {
  const alert = { title: 'Bob replied on “Shop”', body: 'Larger now', path: '/s/abc#thread=1' };
  const server = 'https://stage.example';
  expect(shownAlerts(server, [alert])).toEqual([
    {
      notice: { title: alert.title, body: alert.body, page: null },
      url: 'https://stage.example/s/abc#thread=1',
    },
  ]);
  const urls = (path: string | null) => shownAlerts(server, [{ ...alert, path }]).map(({ url }) => url);
  expect([urls(null), urls('//evil.example/x'), urls('javascript:alert(1)')]).toEqual([
    [null],
    [null],
    [null],
  ]);
  expect(shownAlerts(server, [alert, alert, alert, alert])).toHaveLength(3);
});

test('comments are announced when there are more than before', () => {
  expect(commentNotification(2, 3)?.body).toBe('One new comment');
  expect(commentNotification(0, 3)?.body).toBe('3 new comments');
  expect(commentNotification(3, 2)).toBeNull();
  expect(commentNotification(null, 7)).toBeNull();
});
