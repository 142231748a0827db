import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Person } from './builders.ts';
import type { World } from './world.ts';

export interface OpenSocket {
  /** Resolves to the close code. */
  closed: Promise<number>;
}

/** Opens this person's live channel. */
export async function openSocket({ port }: World, { secret }: Person): Promise<OpenSocket> {
  const headers = { Authorization: `Bearer ${secret}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/events`, { headers });
  const closed = new Promise<number>((done) => socket.once('close', done));
  await once(socket, 'message');
  return { closed };
}
