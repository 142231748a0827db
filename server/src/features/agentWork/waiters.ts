import { userChannel } from '../../platform/live/events.ts';
import type { BusMessage } from '../../platform/live/events.ts';
import type { Listener } from '../../platform/live/listen.ts';

/** Why a wait continues or ends. */
export type Wake = 'changed' | 'signedOut' | 'over';

/** One request that waits. */
export interface Waiter {
  /** Resolves with the next wake; at once if one arrived since the last call. */
  next: () => Promise<Wake>;
  close: () => void;
}

interface Waited {
  channel: string;
  snapshotId: string | null;
  credentialId: string;
  wake: (wake: Wake) => void;
}

interface WaiterOptions {
  ownerId: string;
  snapshotId: string | null;
  credentialId: string;
  milliseconds: number;
}

/** The requests of agents that wait in this process. Live events wake them, so none of them polls the database. */
export class Waiters {
  readonly #waiting = new Set<Waited>();
  isStopping = false;

  constructor(listener: Listener) {
    listener.on('notice', (notice) => this.#receive(notice));
    // Events may have been missed.
    listener.on('reconnected', () => this.#wakeAll('changed'));
  }

  get size(): number {
    return this.#waiting.size;
  }

  count(ownerId: string): number {
    const channel = userChannel(ownerId);
    return [...this.#waiting].filter((each) => each.channel === channel).length;
  }

  /** Opened before the database is read, so that no event falls in between. */
  open({ ownerId, snapshotId, credentialId, milliseconds }: WaiterOptions): Waiter {
    let pending: Wake | undefined;
    let resolveNext: ((wake: Wake) => void) | undefined;
    const wake = (reason: Wake) => {
      // An end is not undone by a later change.
      if (pending === undefined || pending === 'changed') pending = reason;
      resolveNext?.(pending);
    };
    const waited: Waited = { channel: userChannel(ownerId), snapshotId, credentialId, wake };
    this.#waiting.add(waited);
    const timer = setTimeout(wake, milliseconds, 'over');
    if (this.isStopping) wake('over');
    return {
      async next() {
        const reason = pending ?? (await new Promise<Wake>((resolve) => (resolveNext = resolve)));
        resolveNext = undefined;
        if (reason === 'changed') pending = undefined;
        return reason;
      },
      close: () => {
        clearTimeout(timer);
        this.#waiting.delete(waited);
        wake('over');
      },
    };
  }

  /** Ends every wait, so that its client calls again. */
  stop(): void {
    this.isStopping = true;
    this.#wakeAll('over');
  }

  #wakeAll(reason: Wake): void {
    for (const { wake } of this.#waiting) wake(reason);
  }

  #receive(notice: BusMessage): void {
    for (const waited of this.#waiting) {
      const reason = reasonFor(notice, waited);
      if (reason !== null) waited.wake(reason);
    }
  }
}

/** Events with which work on threads is published. */
const CHANGES: ReadonlySet<string> = new Set(['comment_updated', 'lists_changed']);

function reasonFor(notice: BusMessage, { channel, snapshotId, credentialId }: Waited): Wake | null {
  if (notice.channel !== null)
    return notice.channel === channel && CHANGES.has(notice.event.type) ? 'changed' : null;
  const { announcement } = notice;
  if (announcement.type === 'signed_out')
    return announcement.credentialId === credentialId ? 'signedOut' : null;
  // It may have been deleted.
  return announcement.type === 'access_changed' && announcement.snapshotId === snapshotId ? 'changed' : null;
}
