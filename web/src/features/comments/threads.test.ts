import type { Comment } from '@stagelink/shared/contracts/comments';
import { comment } from '@stagelink/shared/testing/comment';
import { expect, test } from 'vitest';
import { passes, threadsOf } from './threads.ts';

const shape = (comments: Comment[]) =>
  threadsOf(comments).map(({ root, replies }) => [root.text, ...replies.map(({ text }) => text)]);

test('threads come newest first, the replies of each oldest first', () => {
  const old = comment({ text: 'old', createdAt: 1 });
  const young = comment({ text: 'young', createdAt: 2 });
  const reply = (text: string, createdAt: number) => comment({ text, createdAt, parentId: old.id });
  expect(shape([reply('later', 5), young, old, reply('sooner', 3)])).toEqual([
    ['young'],
    ['old', 'sooner', 'later'],
  ]);
});

test('a reply to a reply, as older data may hold, belongs to the thread', () => {
  const root = comment({ text: 'root', createdAt: 1 });
  const reply = comment({ text: 'reply', createdAt: 2, parentId: root.id });
  const deep = comment({ text: 'deep', createdAt: 3, parentId: reply.id });
  expect(shape([deep, reply, root])).toEqual([['root', 'reply', 'deep']]);
});

test('comments that reply to each other or to missing ones are shown', () => {
  const a = comment({ text: 'a', createdAt: 1 });
  const b = comment({ text: 'b', createdAt: 2, parentId: a.id });
  const orphan = comment({ text: 'orphan', createdAt: 3, parentId: crypto.randomUUID() });
  const shown = threadsOf([{ ...a, parentId: b.id }, b, orphan]);
  const texts = shown.flatMap(({ root, replies }) => [root, ...replies]).map(({ text }) => text);
  expect(texts.toSorted()).toEqual(['a', 'b', 'orphan']);
});

test('a comment the list and the outbox both hold is there once', () => {
  const posted = comment({ text: 'posted' });
  expect(shape([posted, { ...posted }])).toEqual([['posted']]);
});

test('a thread stays the same object until one of its comments changes', () => {
  const [one, other] = [comment({ createdAt: 1 }), comment({ createdAt: 2 })];
  const reply = comment({ createdAt: 3, parentId: one.id });
  const [otherBefore, oneBefore] = threadsOf([one, other, reply]);
  const [otherAfter, oneAfter] = threadsOf([one, other, { ...reply, text: 'changed' }]);
  expect(otherAfter).toBe(otherBefore);
  expect(oneAfter).not.toBe(oneBefore);
  expect(oneAfter?.replies.map(({ text }) => text)).toEqual(['changed']);
});

test('resolved threads are shown among all only', () => {
  const [open, done] = [comment({ createdAt: 2 }), comment({ createdAt: 1, state: 'resolved' })];
  const threads = threadsOf([open, done]);
  expect(threads.filter(passes('unresolved')).map(({ root }) => root.id)).toEqual([open.id]);
  expect(threads.filter(passes('all'))).toHaveLength(2);
});
