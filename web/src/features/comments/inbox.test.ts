import { comment } from '@stagelink/shared/testing/comment';
import { describe, expect, test } from 'vitest';
import { groupByPage, type InboxView, isInView, WHOLE_INBOX } from './inbox.ts';
import type { Thread } from './threads.ts';

const CONTEXT = {
  route: '/',
  title: '',
  viewport: { width: 0, height: 0 },
  browser: '',
  elementName: '',
  elementHtml: '',
  page: null,
};
const thread = (root: Parameters<typeof comment>[0], ...replies: Thread['replies']): Thread => ({
  root: comment(root),
  replies,
});
const on = (route: string) => thread({ text: route, context: { ...CONTEXT, route } });
const shows = (one: Thread, view: Partial<InboxView>, name: string | null = 'Ada') =>
  isInView(one, { ...WHOLE_INBOX, ...view }, name);

describe('a narrowed list', () => {
  const none = thread({ text: 'Larger' });

  test('shows everything at first', () => {
    expect(shows(none, {}, null)).toBe(true);
  });

  test('of mine has what I wrote and what I answered', () => {
    const can = { ...comment({}).can, edit: true };
    expect(shows(thread({ can }), { narrowing: 'mine' })).toBe(true);
    expect(shows(thread({}, comment({ can })), { narrowing: 'mine' })).toBe(true);
    expect(shows(none, { narrowing: 'mine' })).toBe(false);
  });

  test.each([
    ['@Ada, look', true],
    ['Ask @ada!', true],
    ['@Adam knows', false],
    ['@Adam knows, @Ada too', true],
    ['Ada', false],
  ])('of mentions: %j is %s', (text, isShown) => {
    expect(shows(thread({}, comment({ text })), { narrowing: 'mentions' })).toBe(isShown);
    expect(shows(thread({ text }), { narrowing: 'mentions' }, null)).toBe(false);
  });

  test('of unread threads and of requested changes', () => {
    expect(shows(thread({ isUnread: true }), { narrowing: 'unread' })).toBe(true);
    expect(shows(none, { narrowing: 'unread' })).toBe(false);
    expect(shows(thread({}, comment({ requestsChanges: true })), { narrowing: 'changes' })).toBe(true);
    expect(shows(none, { narrowing: 'changes' })).toBe(false);
  });

  test('of assigned threads has mine only', () => {
    const to = (isYou: boolean) => thread({ assignee: { id: 'a', name: 'Ada', isYou } });
    expect([to(true), to(false), none].map((one) => shows(one, { narrowing: 'assigned' }))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('of reviewers and of a version', () => {
    expect(shows(thread({ isReviewer: true }), { narrowing: 'reviewers' })).toBe(true);
    expect(shows(none, { narrowing: 'reviewers' })).toBe(false);
    expect(shows(thread({ version: 2 }), { version: 2 })).toBe(true);
    expect(shows(thread({ version: 1 }), { version: 2 })).toBe(false);
  });
});

test('threads are grouped by page in the order in which the pages occur, without their hashes', () => {
  const groups = groupByPage([on('/b#top'), on('/a'), thread({ text: 'general' }), on('/b'), on('/#/app')]);
  expect(groups.map(({ route, threads }) => [route, threads.length])).toEqual([
    ['/b', 2],
    ['/a', 1],
    [null, 1],
    ['/#/app', 1],
  ]);
});
