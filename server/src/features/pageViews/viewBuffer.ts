import type { Visitor } from './visitors.ts';

/** Visits within this time count as one view. */
export const SAME_VIEW_MINUTES = 30;
/** Between two writes. More is a flood and is dropped to bound memory. */
const MAX_LOOKS = 20_000;

/** What one visitor opened of one snapshot on one day, since the last write. */
export interface PageView extends Visitor {
  snapshotId: string;
  /** UTC, such as 2026-11-21. */
  day: string;
  views: number;
  firstAt: Date;
  lastAt: Date;
}

const isSameView = (before: PageView, after: PageView) =>
  after.firstAt.getTime() - before.lastAt.getTime() < SAME_VIEW_MINUTES * 60_000;

const joined = (before: PageView, after: PageView): PageView => ({
  ...after,
  views: before.views + after.views - (isSameView(before, after) ? 1 : 0),
  firstAt: before.firstAt,
});

const keyOf = ({ snapshotId, day, userId, address }: PageView) =>
  [snapshotId, day, userId, address].join(' ');

export const pageView = (snapshotId: string, visitor: Visitor, at: Date): PageView => ({
  ...visitor,
  snapshotId,
  day: at.toISOString().slice(0, 10),
  views: 1,
  firstAt: at,
  lastAt: at,
});

/** Unwritten page views, one per visitor, snapshot and day. */
export class ViewBuffer {
  #waiting = new Map<string, PageView>();

  /** Returns whether the visitor opened the snapshot since the last write. */
  has(look: PageView): boolean {
    return this.#waiting.has(keyOf(look));
  }

  add(look: PageView): void {
    const key = keyOf(look);
    const before = this.#waiting.get(key);
    if (before) this.#waiting.set(key, joined(before, look));
    else if (this.#waiting.size < MAX_LOOKS) this.#waiting.set(key, look);
  }

  take(): PageView[] {
    const taken = [...this.#waiting.values()];
    this.#waiting = new Map();
    return taken;
  }

  /** Puts back views that could not be written, merging them with newer ones. */
  putBack(looks: PageView[]): void {
    const since = this.take();
    for (const look of [...looks, ...since]) this.add(look);
  }
}
