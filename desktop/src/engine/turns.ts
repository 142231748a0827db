/** Lets a few at once do their work, the others in the order they came. */
export class Turns {
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
      // Whoever is next takes over this place.
      if (next) next();
      else this.taken -= 1;
    }
  }
}
