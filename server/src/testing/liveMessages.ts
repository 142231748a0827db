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
  /** Waits for everything published so far: messages arrive in order. Returns their number. */
  async function untilArrived(): Promise<number> {
    const mark = randomUUID();
    await app.db.transaction((tx) => publish(tx, [mark], { type: 'lists_changed' }));
    await expect.poll(() => messages.some(({ channel }) => channel === mark)).toBe(true);
    return messages.findIndex(({ channel }) => channel === mark);
  }
  app.listener.on('notice', collect);
  const first = (await untilArrived()) + 1;
  await doing();
  const end = await untilArrived();
  app.listener.off('notice', collect);
  return messages.slice(first, end);
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
