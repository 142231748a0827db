import type { Duplex } from 'node:stream';
import { CLOSE, type LiveMessage } from '@stagelink/shared/contracts/live';
import { WebSocket } from 'ws';
import type { Log } from '../log.ts';
import { type Announcement, type LiveEvent, type Notice, snapshotChannel } from './events.ts';
import { textFrame } from './frame.ts';
import type { Listener } from './listen.ts';

/** One open socket and what it may hear. */
export interface Follower {
  socket: WebSocket;
  /** What the socket writes to. */
  stream: Duplex;
  channel: string;
  /** Whether it is an owner's who looks at a snapshot of theirs. */
  isOwner: boolean;
  /** Whose end closes the socket; null for a visitor. */
  credentialId: string | null;
  /** Whether it may still follow; asked when rights have changed. Rejects when that cannot be found out. */
  mayStay: () => Promise<boolean>;
}

/** A socket this far behind is closed; its client reconnects and reads everything again. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** All clients reconnect within this time, and not in the same moment. */
const SPREAD_MS = 5_000;
const RECONNECT = 'please reconnect';

/** Every socket of this process, by channel. */
export class Hub {
  readonly #followers = new Map<string, Set<Follower>>();
  /** Asked for a sign of life, and none has come yet. */
  readonly #silent = new WeakSet<WebSocket>();
  readonly #log: Log;
  #isRechecking = false;
  #isRoundDue = false;

  constructor(listener: Listener, log: Log) {
    this.#log = log;
    listener.on('notice', (notice) => this.#heard(notice));
    // The count of missed notices is unknown: everybody reconnects and reads again.
    listener.on('reconnected', () => this.#closeGradually([...this.#all()], 1012));
  }

  get size(): number {
    let sockets = 0;
    for (const followers of this.#followers.values()) sockets += followers.size;
    return sockets;
  }

  follow(follower: Follower): void {
    const followers = this.#followers.get(follower.channel) ?? new Set();
    this.#followers.set(follower.channel, followers.add(follower));
    follower.socket.on('pong', () => this.#silent.delete(follower.socket));
    follower.socket.once('close', () => {
      followers.delete(follower);
      if (followers.size === 0 && this.#followers.get(follower.channel) === followers) {
        this.#followers.delete(follower.channel);
      }
    });
  }

  send(follower: Follower, message: LiveMessage): void {
    this.#write(follower, textFrame(JSON.stringify(message)));
  }

  /** Lets go of who has not answered the last time, and asks everybody else again. */
  ping(): void {
    const frame = textFrame(JSON.stringify({ type: 'ping' } satisfies LiveMessage));
    for (const follower of this.#all()) {
      if (this.#silent.has(follower.socket)) {
        follower.socket.terminate();
        continue;
      }
      this.#silent.add(follower.socket);
      follower.socket.ping();
      this.#write(follower, frame);
    }
    void this.#recheckAll();
  }

  closeAll(code: number, reason: string): void {
    for (const { socket } of this.#all()) socket.close(code, reason);
  }

  #closeGradually(followers: Follower[], code: 1012 | 1013): void {
    for (const { socket } of followers) {
      const timer = setTimeout(() => socket.close(code, RECONNECT), Math.random() * SPREAD_MS);
      timer.unref();
    }
  }

  *#all(): Iterable<Follower> {
    for (const followers of this.#followers.values()) yield* followers;
  }

  /** Past the library, which would frame it for each socket anew; without compression nothing waits in there. */
  #write({ socket, stream }: Follower, frame: Buffer): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (stream.writableLength > MAX_BUFFERED_BYTES) socket.close(CLOSE.tooSlow, 'too slow');
    else stream.write(frame);
  }

  #heard(notice: Notice): void {
    if (notice.channel === null) return this.#announced(notice.announcement);
    const followers = this.#followers.get(notice.channel);
    if (followers) this.#deliver(followers, notice.seq, notice.event);
  }

  #deliver(followers: Set<Follower>, seq: number, event: LiveEvent): void {
    const frame = textFrame(JSON.stringify({ ...event, seq } satisfies LiveMessage));
    for (const follower of followers) this.#write(follower, frame);
  }

  #announced(announcement: Announcement): void {
    if (announcement.type === 'signed_out') {
      for (const { socket, credentialId } of this.#all()) {
        if (credentialId === announcement.credentialId) socket.close(CLOSE.signedOut, 'signed out');
      }
      return;
    }
    const followers = [...(this.#followers.get(snapshotChannel(announcement.snapshotId)) ?? [])];
    if (announcement.type === 'access_changed') void this.#recheckInTurn(followers);
    // No number is used up for it, by which others would notice that there is something.
    else
      for (const each of followers)
        if (each.isOwner) this.send(each, { type: 'connected', seq: announcement.seq });
  }

  /** One round at a time: where the database answers slowly, those that became due meanwhile are joined into the next. */
  async #recheckAll(): Promise<void> {
    this.#isRoundDue = true;
    if (this.#isRechecking) return;
    this.#isRechecking = true;
    while (this.#isRoundDue) {
      this.#isRoundDue = false;
      await this.#recheckInTurn([...this.#all()]);
    }
    this.#isRechecking = false;
  }

  /** One after the other: thousands of sockets must not take the database's connections from everybody else. */
  async #recheckInTurn(followers: Follower[]): Promise<void> {
    for (const follower of followers) await this.#recheck(follower);
  }

  async #recheck(follower: Follower): Promise<void> {
    if (follower.socket.readyState !== WebSocket.OPEN) return;
    try {
      if (!(await follower.mayStay())) follower.socket.close(CLOSE.noLongerAllowed, 'no longer allowed');
    } catch (cause) {
      // Fails closed, but a client takes 4003 as final: an unreachable database says nothing about access.
      this.#log.warn({ err: cause }, 'the access of a live connection could not be checked');
      this.#closeGradually([follower], 1013);
    }
  }
}
