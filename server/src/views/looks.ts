import type { Visitor } from './visitors.ts';

/** Who comes back within this time has never been away: it is the same view. */
export const SAME_VIEW_MINUTES = 30;
/** Between two writes; what comes beyond is a flood, and not worth our memory. */
const MAX_LOOKS = 20_000;

/** What one visitor saw of one snapshot on one day, since it was last written down. */
export interface Look extends Visitor {
  snapshotId: string;
  /** UTC, such as 2026-11-21. */
  day: string;
  views: number;
  firstAt: Date;
  lastAt: Date;
}

const isSameView = (before: Look, after: Look) =>
  after.firstAt.getTime() - before.lastAt.getTime() < SAME_VIEW_MINUTES * 60_000;

const joined = (before: Look, after: Look): Look => ({
  ...after,
  views: before.views + after.views - (isSameView(before, after) ? 1 : 0),
  firstAt: before.firstAt,
});

const keyOf = ({ snapshotId, day, userId, address, userAgent }: Look) =>
  [snapshotId, day, userId, address, userAgent].join(' ');

export const lookAt = (snapshotId: string, visitor: Visitor, at: Date): Look => ({
  ...visitor,
  snapshotId,
  day: at.toISOString().slice(0, 10),
  views: 1,
  firstAt: at,
  lastAt: at,
});

/** Looks that wait to be written down, one for each visitor, snapshot and day. */
export class Looks {
  #waiting = new Map<string, Look>();

  add(look: Look): void {
    const key = keyOf(look);
    const before = this.#waiting.get(key);
    if (before) this.#waiting.set(key, joined(before, look));
    else if (this.#waiting.size < MAX_LOOKS) this.#waiting.set(key, look);
  }

  take(): Look[] {
    const taken = [...this.#waiting.values()];
    this.#waiting = new Map();
    return taken;
  }

  /** Takes back what could not be written down, from before what has come since. */
  putBack(looks: Look[]): void {
    const since = this.take();
    for (const look of [...looks, ...since]) this.add(look);
  }
}
