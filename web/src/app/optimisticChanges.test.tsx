import type { Comment } from '@stagelink/shared/contracts/comments';
import type { Routes } from '@stagelink/shared/contracts/endpoints';
import { listOf, project, snapshot } from '@stagelink/shared/testing/builders';
import { comment } from '@stagelink/shared/testing/comment';
import { type Handlers, refusal } from '@stagelink/shared/testing/fakeServer';
import { locator } from '@stagelink/shared/testing/locator';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import * as comments from '../features/comments/api.ts';
import * as menu from '../features/comments/threadApi.ts';
import { assign, setReaction } from '../features/comments/threadApi.ts';
import { markOpened, markRead } from '../features/comments/readMarks.ts';
import { forget, follow, pause } from '../features/follows/api.ts';
import * as follows from '../features/follows/api.ts';
import * as notifications from '../features/notifications/api.ts';
import { chooseEmailFrequency, useEmailFrequency } from '../features/notifications/api.ts';
import { changeProject, orderProjects, useProjects } from '../features/projects/api.ts';
import { changeSnapshot, useSnapshots } from '../features/snapshots/api.ts';
import { changeSnapshots } from '../features/snapshots/manySnapshots.ts';
import { snapshotList } from '../features/snapshots/snapshotFilters.ts';
import { queryClient } from '../lib/queryClient.ts';
import { serve } from '../testing/server.ts';

const OF_COMMENTS = 'GET /api/snapshots/:id/comments';
const OF_SNAPSHOTS = 'GET /api/snapshots/list';
const OF_PROJECTS = 'GET /api/projects';
const OF_FOLLOWS = 'GET /api/subscriptions';
const OF_NOTIFICATIONS = 'GET /api/notifications';
const OF_EMAIL = 'GET /api/notifications/preferences';
const UPDATE = 'PUT /api/snapshots/:id/comments/:commentId';

const root = comment({ text: 'Too long', isUnread: true });
const done = comment({
  state: 'resolved',
  resolved: { at: Date.now(), byName: 'Grace', version: 1 },
});
const awaited = comment({ isPending: true });
const [first, second] = [snapshot({ name: 'First' }), snapshot({ name: 'Second', following: 'active' })];
const [shop, guide] = [project({ name: 'Shop' }), project({ name: 'Guide' })];
const followed = {
  id: '0190a0e2-6b1c-7c3e-9000-000000000901',
  snapshotId: first.id,
  snapshotName: first.name,
  commentId: null,
  commentPreview: '',
  isActive: true,
  createdAt: '2026-11-01T00:00:00.000Z',
  lastNotified: null,
};
const notification = {
  id: '0190a0e2-6b1c-7c3e-9000-000000000801',
  type: 'comment_new',
  title: 'New comment',
  message: 'Grace: Too long',
  createdAt: '2026-11-01T00:00:00.000Z',
  readAt: null,
  actionUrl: null,
  isAlert: false,
} as const;

/** What the server has. */
const stored: Handlers = {
  [OF_COMMENTS]: () => ({ comments: [root, done, awaited] }),
  [OF_SNAPSHOTS]: () => listOf(first, second),
  [OF_PROJECTS]: () => ({ projects: [shop, guide], withoutProject: 0 }),
  [OF_FOLLOWS]: () => ({ subscriptions: [followed] }),
  [OF_NOTIFICATIONS]: () => ({ notifications: [notification], unread: 1, nextCursor: null }),
  [OF_EMAIL]: () => ({ emailFrequency: 'immediately' }),
};

const question = snapshotList.read(new URLSearchParams());

/** All lists that show a change at once, as the page has them. */
function Lists() {
  const lists = [
    comments.useComments(root.snapshotId).data,
    useSnapshots(question).data,
    useProjects().data,
    follows.useFollowed().data,
    notifications.useNotifications().data,
    useEmailFrequency().data,
  ];
  return <output>{lists.includes(undefined) ? 'loading' : JSON.stringify(lists)}</output>;
}

const shown = () => screen.getByRole('status').textContent;

type Case = [name: string, endpoint: keyof Routes, run: () => Promise<unknown>];

const CHANGES: Case[] = [
  ['editing a comment', UPDATE, () => menu.editComment(root, 'Shorter')],
  ['resolving a thread', UPDATE, () => comments.resolve(root, 1)],
  ['reopening a thread', UPDATE, () => comments.reopen(done)],
  ['approving a comment', UPDATE, () => menu.approve(awaited)],
  ['removing a comment', 'DELETE /api/snapshots/:id/comments/:commentId', () => menu.removeComment(root)],
  [
    'moving a pin',
    'PUT /api/snapshots/:id/comments/:commentId/pin',
    () => comments.repin(root, { locator: locator() }, Promise.resolve(null)),
  ],
  [
    'following a thread',
    'POST /api/snapshots/:id/comments/:commentId/subscribe',
    () => menu.followThread(root, true),
  ],
  [
    'assigning a thread',
    'PUT /api/snapshots/:id/comments/:commentId/assignment',
    () => assign(root, { assignee: null, dueOn: '2026-12-24' }),
  ],
  [
    'a reaction',
    'PUT /api/snapshots/:id/comments/:commentId/reactions/:reaction',
    () => setReaction(root, 'heart', true, { you: { kind: 'visitor', name: null } as never }),
  ],
  [
    'marking threads as read',
    'PUT /api/snapshots/:id/read-threads',
    () => markRead(root.snapshotId, [{ root, replies: [] }]),
  ],
  ['renaming a snapshot', 'PUT /api/snapshots/:id', () => changeSnapshot(first.id, { name: 'New' })],
  ['following a snapshot', 'POST /api/snapshots/:id/subscribe', () => follow(first.id)],
  ['pausing a follow', 'POST /api/snapshots/:id/unsubscribe', () => pause(second.id)],
  ['forgetting a follow', 'POST /api/snapshots/:id/subscribe', () => forget(second.id)],
  [
    'tagging many snapshots',
    'POST /api/snapshots/bulk/changes',
    () =>
      changeSnapshots(
        { snapshots: { ids: [first.id] }, includes: ({ id }) => id === first.id },
        { type: 'tag', add: ['new'] },
        () => undefined,
      ),
  ],
  ['changing a project', 'PATCH /api/projects/:id', () => changeProject({ id: shop.id, name: 'Store' })],
  ['ordering projects', 'PUT /api/projects/order', () => orderProjects([guide.id, shop.id])],
  [
    'pausing in the list of follows',
    'PATCH /api/subscriptions/:id',
    () => follows.setActive(followed.id, false),
  ],
  ['removing a follow', 'DELETE /api/subscriptions/:id', () => follows.unsubscribe(followed.id)],
  [
    'reading a notification',
    'POST /api/notifications/:id/read',
    () => notifications.readNotification(notification.id),
  ],
  ['reading all notifications', 'POST /api/notifications/read-all', notifications.readAllNotifications],
  ['choosing emails', 'PUT /api/notifications/preferences', () => chooseEmailFrequency('daily')],
];

const FAILURES = [
  ['offline', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['429', () => refusal(429, 'rate_limited', 'Too many attempts. Please try again in 3 minutes.')],
  ['500', () => refusal(500, 'internal', 'The server failed.')],
] as const;

async function start(handlers: Handlers): Promise<string | null> {
  serve({ ...stored, ...handlers });
  render(
    <QueryClientProvider client={queryClient}>
      <Lists />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(shown()).not.toBe('loading'));
  return shown();
}

describe.each(FAILURES)('%s', (_failure, fail) => {
  test.each(CHANGES)('%s shows at once, and is taken back', async (_name, endpoint, run) => {
    const reply = Promise.withResolvers<void>();
    const before = await start({
      [endpoint]: async () => {
        await reply.promise;
        return fail();
      },
    });
    const failure = run().catch((error: unknown) => error);
    await waitFor(() => expect(shown()).not.toBe(before));
    reply.resolve();
    expect(await failure).toBeInstanceOf(Error);
    await waitFor(() => expect(shown()).toBe(before));
  });

  test('a thread that was opened stays read in this page, and is marked once', async () => {
    const opened = comment({ isUnread: true });
    let marks = 0;
    await start({
      [OF_COMMENTS]: () => ({ comments: [opened] }),
      'PUT /api/snapshots/:id/read-threads': () => {
        marks += 1;
        return fail();
      },
    });
    const isUnread = () => (JSON.parse(shown() ?? '') as [Comment[]])[0][0]?.isUnread;
    expect(isUnread()).toBe(true);
    await markOpened(opened.snapshotId, { root: opened, replies: [] });
    await waitFor(() => expect(isUnread()).toBe(false));
    await comments.invalidateComments(opened.snapshotId);
    await markOpened(opened.snapshotId, { root: opened, replies: [] });
    expect(isUnread()).toBe(false);
    expect(marks).toBe(1);
  });
});
