import type { Duplex } from 'node:stream';
import { CLOSE, type LiveMessage } from '@stagelink/shared/contracts/live';
import { WebSocket } from 'ws';
import type { Log } from '../log.ts';
import { type ControlMessage, type LiveEvent, type BusMessage, snapshotChannel } from './events.ts';
import { frameOf } from './frame.ts';
import type { Listener } from './listen.ts';

/** An open socket and its permissions. */
export interface Subscriber {
  socket: WebSocket;
  /** The stream below the socket. */
  stream: Duplex;
  channel: string;
  /** Whether the user owns the snapshot of this channel. */
  isOwner: boolean;
  /** Closing this credential closes the socket; null for a visitor. */
  credentialId: string | null;
  /** Checked when access has changed. Rejects if the check itself fails. */
  hasAccess: () => Promise<boolean>;
}

/** A socket this far behind is closed; its client reconnects and refetches. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Spreads reconnects over this time. */
const SPREAD_MS = 5_000;
const RECHECKED_AT_ONCE = 50;
const RECONNECT = 'please reconnect';

/** Every socket of this process, by channel. */
export class Hub {
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  /** Pinged and not yet answered. */
  readonly #silent = new WeakSet<WebSocket>();
  readonly #log: Log;
  #isRechecking = false;
  #isRoundDue = false;

  constructor(listener: Listener, log: Log) {
    this.#log = log;
    listener.on('notice', (notice) => this.#receive(notice));
    // Events may have been missed: every client reconnects and refetches.
    listener.on('reconnected', () => this.#closeGradually([...this.#all()], 1012));
  }

  get size(): number {
    let sockets = 0;
    for (const subscribers of this.#subscribers.values()) sockets += subscribers.size;
    return sockets;
  }

  subscribe(subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(subscriber.channel) ?? new Set();
    this.#subscribers.set(subscriber.channel, subscribers.add(subscriber));
    subscriber.socket.on('pong', () => this.#silent.delete(subscriber.socket));
    subscriber.socket.once('close', () => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0 && this.#subscribers.get(subscriber.channel) === subscribers) {
        this.#subscribers.delete(subscriber.channel);
      }
    });
  }

  send(subscriber: Subscriber, message: LiveMessage): void {
    this.#write(subscriber, frameOf(message));
  }

  /** The same with a message that is encoded already. */
  sendFrame(subscriber: Subscriber, frame: Buffer): void {
    this.#write(subscriber, frame);
  }

  /** Whether a socket of this process subscribes to the channel. */
  isOpen(channel: string): boolean {
    return this.#subscribers.has(channel);
  }

  /** Sends a message without a number to the sockets of a channel. Clients do not miss it when it is lost. */
  sendTo(channel: string, message: Exclude<LiveMessage, { seq: number }>): void {
    for (const subscriber of this.#subscribers.get(channel) ?? []) this.send(subscriber, message);
  }

  /** Terminates sockets that missed the last ping, then pings the rest. */
  ping(): void {
    const frame = frameOf({ type: 'ping' });
    for (const subscriber of this.#all()) {
      if (this.#silent.has(subscriber.socket)) {
        subscriber.socket.terminate();
        continue;
      }
      this.#silent.add(subscriber.socket);
      subscriber.socket.ping();
      this.#write(subscriber, frame);
    }
    void this.#recheckAll();
  }

  closeAll(code: number, reason: string): void {
    for (const { socket } of this.#all()) socket.close(code, reason);
  }

  #closeGradually(subscribers: Subscriber[], code: 1012 | 1013): void {
    for (const { socket } of subscribers) {
      const timer = setTimeout(() => socket.close(code, RECONNECT), Math.random() * SPREAD_MS);
      timer.unref();
    }
  }

  *#all(): Iterable<Subscriber> {
    for (const subscribers of this.#subscribers.values()) yield* subscribers;
  }

  /** Bypasses the library, which would encode the frame once per socket. Without compression it queues nothing. */
  #write({ socket, stream }: Subscriber, frame: Buffer): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (stream.writableLength > MAX_BUFFERED_BYTES) socket.close(CLOSE.tooSlow, 'too slow');
    else stream.write(frame);
  }

  #receive(notice: BusMessage): void {
    if (notice.channel === null) return this.#announced(notice.announcement);
    const subscribers = this.#subscribers.get(notice.channel);
    if (subscribers) this.#deliver(subscribers, notice.seq, notice.event);
  }

  #deliver(subscribers: Set<Subscriber>, seq: number, event: LiveEvent): void {
    const frame = frameOf({ ...event, seq });
    for (const subscriber of subscribers) this.#write(subscriber, frame);
  }

  #announced(announcement: ControlMessage): void {
    if (announcement.type === 'signed_out') {
      for (const { socket, credentialId } of this.#all()) {
        if (credentialId === announcement.credentialId) socket.close(CLOSE.signedOut, 'signed out');
      }
      return;
    }
    const subscribers = [...(this.#subscribers.get(snapshotChannel(announcement.snapshotId)) ?? [])];
    if (announcement.type === 'access_changed') void this.#recheckInTurn(subscribers);
    // Uses no sequence number, which would reveal to others that something happened.
    else
      for (const each of subscribers)
        if (each.isOwner) this.send(each, { type: 'connected', seq: announcement.seq });
  }

  /** One round at a time: requests that arrive during a slow round are merged into the next. */
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

  /** Some at a time, which read together: rechecking thousands of sockets must not exhaust the connection pool. */
  async #recheckInTurn(subscribers: Subscriber[]): Promise<void> {
    for (let at = 0; at < subscribers.length; at += RECHECKED_AT_ONCE)
      await Promise.all(
        subscribers.slice(at, at + RECHECKED_AT_ONCE).map((subscriber) => this.#recheck(subscriber)),
      );
  }

  async #recheck(subscriber: Subscriber): Promise<void> {
    if (subscriber.socket.readyState !== WebSocket.OPEN) return;
    try {
      if (!(await subscriber.hasAccess()))
        subscriber.socket.close(CLOSE.noLongerAllowed, 'no longer allowed');
    } catch (cause) {
      // Fail closed. Use another code than 4003, which clients treat as final: an unreachable database says nothing
      // about access.
      this.#log.warn({ err: cause }, 'the access of a live connection could not be checked');
      this.#closeGradually([subscriber], 1013);
    }
  }
}
