import type { LiveMessage } from '@stagelink/shared/contracts/live';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { record } from '../analytics/service.ts';
import type { Person } from '../../testing/builders.ts';
import { type World, worldForTest } from '../../testing/world.ts';
import { ActivityFeed } from './activityFeed.ts';
import { grantSuperadmin } from './superadmins.ts';

/** Opens a live channel and collects its messages about activity; the first `initial_data` means that it is open. */
async function listen({ port }: World, { secret }: Person) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/events`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
  const counts: number[] = [];
  let onChange = () => undefined as void;
  const opened = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as LiveMessage;
      if (message.type === 'initial_data') resolve();
      if (message.type !== 'activity') return;
      counts.push(message.count);
      onChange();
    });
  });
  await opened;
  const next = () => new Promise<void>((resolve) => (onChange = resolve));
  return { counts, next };
}

const happen = ({ app }: World, events: number) =>
  record(app.db, ...Array.from({ length: events }, () => ({ type: 'user_login' as const, userId: null })));

test('superadmins are notified of new events within a second, at most twenty a second, and other users are not', async () => {
  const world = await worldForTest();
  const [root, ada] = [await world.build.user({ isVerified: true }), await world.build.user()];
  await grantSuperadmin(world.app.db, root.email);
  await happen(world, 3);
  const [rootReceives, adaReceives] = [await listen(world, root), await listen(world, ada)];
  // The server's own timer runs too; this feed replaces it, so that the test decides when.
  const feed = new ActivityFeed(world.app);
  await feed.tick();

  const notified = rootReceives.next();
  await happen(world, 1);
  const startedAt = performance.now();
  await feed.tick();
  await notified;
  expect(performance.now() - startedAt).toBeLessThan(1000);
  expect(rootReceives.counts.at(-1)).toBe(1);

  const flooded = rootReceives.next();
  await happen(world, 100);
  await feed.tick();
  await flooded;
  expect(Math.max(...rootReceives.counts)).toBe(10);
  expect(adaReceives.counts).toEqual([]);
});

test('an event is counted once', async () => {
  const world = await worldForTest();
  const root = await world.build.user({ isVerified: true });
  await grantSuperadmin(world.app.db, root.email);
  const sent: string[] = [];
  const feed = new ActivityFeed({
    db: world.app.db,
    log: world.app.log,
    hub: { size: 1, isOpen: () => true, sendTo: (channel: string) => sent.push(channel) } as never,
  });
  await feed.tick();
  await happen(world, 1);
  await feed.tick();
  await feed.tick();
  expect(sent).toEqual([`user:${root.id}`]);
});
