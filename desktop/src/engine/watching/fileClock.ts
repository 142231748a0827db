/** Number of events the difference of the clocks is measured from; a clock may be corrected meanwhile. */
const EVENTS_MAX = 20;

/**
 * Converts file times to this computer's clock. The times of a network folder are of its server, and those
 * of a virtual machine can stop for a while.
 */
export class FileClock {
  /** Delays of the last events, in milliseconds: transport of the event plus the difference of the clocks. */
  readonly #delays: number[] = [];

  /** Returns when a file was written whose event arrived at `arrivedAt`; never later than that. */
  writtenAt(ctimeMs: number, arrivedAt: number): number {
    this.#delays.push(arrivedAt - ctimeMs);
    if (this.#delays.length > EVENTS_MAX) this.#delays.shift();
    return this.convert(ctimeMs);
  }

  /** Converts a file time; returns it unchanged before the first event. */
  convert(ctimeMs: number): number {
    return this.#delays.length === 0 ? ctimeMs : ctimeMs + Math.min(...this.#delays);
  }
}
