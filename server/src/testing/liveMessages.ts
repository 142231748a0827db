import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type LiveEvent, type BusMessage, userChannel } from '../platform/live/events.ts';
import { publish } from '../platform/live/publish.ts';
import type { Person } from './builders.ts';
import type { World } from './world.ts';

/** Returns every live message published while `doing` runs. */
export async function messagesDuring({ app }: World, doing: () => Promise<unknown>): Promise<BusMessage[]> {
  const messages: BusMessage[] = [];
  const collect = (notice: BusMessage) => messages.push(notice);
  app.listener.on('notice', collect);
  await doing();
  // Messages arrive in order, so this one ends the list.
  const end = randomUUID();
  await app.db.transaction((tx) => publish(tx, [end], { type: 'lists_changed' }));
  await expect.poll(() => messages.some(({ channel }) => channel === end)).toBe(true);
  app.listener.off('notice', collect);
  return messages.filter(({ channel }) => channel !== end);
}

/** Returns the live messages this person's windows receive while `doing` runs. */
export async function messagesTo(
  world: World,
  person: Person,
  doing: () => Promise<unknown>,
): Promise<LiveEvent[]> {
  const messages = await messagesDuring(world, doing);
  return messages.flatMap((notice) => (notice.channel === userChannel(person.id) ? [notice.event] : []));
}
