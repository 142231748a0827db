/** Runs a few tasks at once and the others in order. */
export class Semaphore {
  private readonly atOnce: number;
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.atOnce = atOnce;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.taken >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.taken += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The next task takes over this slot.
      if (next) next();
      else this.taken -= 1;
    }
  }
}
