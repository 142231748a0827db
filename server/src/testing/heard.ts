import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type LiveEvent, type Notice, userChannel } from '../live/events.ts';
import { record } from '../live/record.ts';
import type { Person, World } from './world.ts';

/** Everything that is told while something is done. */
export async function heardDuring({ app }: World, doing: () => Promise<unknown>): Promise<Notice[]> {
  const heard: Notice[] = [];
  const hear = (notice: Notice) => heard.push(notice);
  app.listener.on('notice', hear);
  await doing();
  // Notices come in order: once this one is here, all before it are.
  const end = randomUUID();
  await app.db.transaction((tx) => record(tx, [end], { type: 'lists_changed' }));
  await expect.poll(() => heard.some(({ channel }) => channel === end)).toBe(true);
  app.listener.off('notice', hear);
  return heard.filter(({ channel }) => channel !== end);
}

/** What this person's windows are told while something is done. */
export async function toldTo(
  world: World,
  person: Person,
  doing: () => Promise<unknown>,
): Promise<LiveEvent[]> {
  const heard = await heardDuring(world, doing);
  return heard.flatMap((notice) => (notice.channel === userChannel(person.id) ? [notice.event] : []));
}
