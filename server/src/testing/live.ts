import { LiveMessage } from '@stagelink/shared/contracts/live';
import { WebSocket } from 'ws';
import type { Person } from './builders.ts';
import type { World } from './world.ts';

/** A socket whose messages can be awaited one by one. */
export interface LiveClient {
  next: () => Promise<LiveMessage>;
  closed: Promise<number>;
}

export const bearer = ({ secret }: Person) => ({ Authorization: `Bearer ${secret}` });

/** Opens the live channel with this query. */
export function listen(world: World, query: string, headers: Record<string, string> = {}): LiveClient {
  const socket = new WebSocket(`ws://127.0.0.1:${world.port}/api/events${query}`, { headers });
  const waiting: ((message: LiveMessage) => void)[] = [];
  const arrived: LiveMessage[] = [];
  socket.on('message', (data: Buffer) => {
    const message = LiveMessage.parse(JSON.parse(data.toString()));
    const taker = waiting.shift();
    if (taker) taker(message);
    else arrived.push(message);
  });
  // A rejection is first an error; tests check the close that follows.
  socket.on('error', () => undefined);
  return {
    next: () =>
      new Promise((take) => (arrived.length > 0 ? take(arrived.shift() as LiveMessage) : waiting.push(take))),
    closed: new Promise((done) => socket.on('close', done)),
  };
}

export const seqOf = (message: LiveMessage) => ('seq' in message ? message.seq : 0);

/** Subscribes to a person's own channel and returns after its greeting. */
export async function follow(world: World, person: Person): Promise<LiveClient> {
  const client = listen(world, '', bearer(person));
  const greeting = new Set<LiveMessage['type']>(['connected', 'initial_data']);
  let greeted = 0;
  // Events published while the socket opened may arrive before or between the two messages.
  while (greeting.size > 0) {
    const message = await client.next();
    if (message.type === 'connected') greeted = message.seq;
    greeting.delete(message.type);
  }
  return {
    ...client,
    async next() {
      // A message may have been in flight while the socket opened.
      for (;;) {
        const message = await client.next();
        if (seqOf(message) > greeted) return message;
      }
    },
  };
}
