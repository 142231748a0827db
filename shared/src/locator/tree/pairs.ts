/** Most elements of the new page that are considered for one of the old page. */
export const PAIRS_MAX = 16;

const ASSIGNED = 1.15;
const UNASSIGNED = 0.7;

/** The elements of the new page that each element of the old page may be, with a likeness of 0 to 1. */
export class Pairs {
  readonly #others: Int32Array;
  readonly #counts: Uint8Array;
  readonly #trust: Float32Array;
  /** Likeness of the two without what is around them. */
  readonly own: Float32Array;
  /** Likeness with all that is known so far. */
  readonly all: Float32Array;

  constructor(count: number) {
    this.#others = new Int32Array(count * PAIRS_MAX);
    this.#counts = new Uint8Array(count);
    this.#trust = new Float32Array(count * PAIRS_MAX).fill(1);
    this.own = new Float32Array(count * PAIRS_MAX);
    this.all = new Float32Array(count * PAIRS_MAX);
  }

  /** Returns the position of a pair in `own` and `all`; -1 if it is not considered. */
  find(at: number, other: number): number {
    const start = at * PAIRS_MAX;
    const end = this.end(at);
    for (let pair = start; pair < end; pair++) if (this.#others[pair] === other) return pair;
    return -1;
  }

  /** Likeness of two elements; 0 if they are not considered. */
  likeness(at: number, other: number): number {
    if (at < 0 || other < 0) return 0;
    const pair = this.find(at, other);
    return pair < 0 ? 0 : (this.all[pair] ?? 0);
  }

  /** Likeness of a pair as evidence for the pairs around it. */
  evidence(pair: number): number {
    return Math.min(1, (this.all[pair] ?? 0) * (this.#trust[pair] ?? 1));
  }

  /** Makes assigned pairs stronger evidence than those whose elements are assigned to others. */
  trust({ nows, olds }: { nows: Int32Array; olds: Int32Array }): void {
    for (let at = 0; at < nows.length; at++) {
      for (let pair = this.start(at); pair < this.end(at); pair++) {
        const other = this.otherOf(pair);
        const isFree = nows[at] === -1 && olds[other] === -1;
        this.#trust[pair] = nows[at] === other ? ASSIGNED : isFree ? 1 : UNASSIGNED;
      }
    }
  }

  /** Likeness of the likeliest pair of an element; 0 without pairs. */
  best(at: number): number {
    let best = 0;
    for (let pair = this.start(at); pair < this.end(at); pair++) best = Math.max(best, this.all[pair] ?? 0);
    return best;
  }

  start(at: number): number {
    return at * PAIRS_MAX;
  }

  end(at: number): number {
    return at * PAIRS_MAX + (this.#counts[at] ?? 0);
  }

  otherOf(pair: number): number {
    return this.#others[pair] ?? -1;
  }

  /** Adds a pair, or replaces the least likely one if there are too many. */
  add(at: number, other: number, likeness: number): void {
    if (this.find(at, other) >= 0) return;
    let pair = this.end(at);
    const count = this.#counts[at] ?? 0;
    if (count < PAIRS_MAX) this.#counts[at] = count + 1;
    else {
      pair = this.start(at);
      for (let one = pair; one < this.end(at); one++)
        if ((this.all[one] ?? 0) < (this.all[pair] ?? 0)) pair = one;
      if ((this.all[pair] ?? 0) > likeness) return;
    }
    this.#others[pair] = other;
    this.#trust[pair] = 1;
    this.own[pair] = this.all[pair] = likeness;
  }

  /** Makes a pair the only one of an element. */
  settle(at: number, other: number): void {
    const pair = this.start(at);
    this.#counts[at] = 1;
    this.#others[pair] = other;
    this.own[pair] = this.all[pair] = 1;
  }
}
