/** Sample data changes more often than words. */
const NUMBERED = 0.4;
/** Words with the same beginning are alike: `order`, `orders` and `ordered`. */
const STEM = 5;

/** Words of both pages as numbers, with a weight for each: a word of many elements says little about one of them. */
export class Vocabulary {
  #ids = new Map<string, number>();
  #weights: number[] = [];
  #stems: number[] = [];
  #hasLetters: boolean[] = [];
  /** Number of elements of the old and the new page that contain the word. */
  #counts: [old: number[], now: number[]] = [[], []];

  /** Returns the number of a word or mark. */
  idOf(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(word, id);
    this.#weights[id] = /\d/.test(word) ? NUMBERED : 1;
    this.#hasLetters[id] = /^\p{L}/u.test(word);
    this.#stems[id] = /^\p{L}{4}/u.test(word) ? this.idOf(`~${word.replace(/s$/, '').slice(0, STEM)}`) : -1;
    return id;
  }

  /** Returns the number of the beginning of a word; -1 for a short word. */
  stemOf(id: number): number {
    return this.#stems[id] ?? -1;
  }

  /** Whether it is a word, not a number. */
  hasLetters(id: number): boolean {
    return this.#hasLetters[id] ?? false;
  }

  /** Counts an element of the old (0) or new (1) page that contains the word. */
  count(page: 0 | 1, id: number): void {
    const counts = this.#counts[page];
    counts[id] = (counts[id] ?? 0) + 1;
    const stem = this.stemOf(id);
    if (stem >= 0) counts[stem] = (counts[stem] ?? 0) + 1;
  }

  /** Whether one element of each page has it. */
  isOnly(id: number): boolean {
    return this.#counts.every((counts) => counts[id] === 1);
  }

  /** Sets the weights of all words; call once, when the elements of both pages have been counted. */
  weigh(elements: number): void {
    const [old, now] = this.#counts;
    for (let id = 0; id < this.#weights.length; id++) {
      const holders = Math.max(1, old[id] ?? 0, now[id] ?? 0);
      const rarity = Math.log(1 + elements / holders) / Math.log(1 + elements);
      this.#weights[id] = (this.#weights[id] ?? 1) * rarity ** 2;
    }
  }

  /** Returns a weight from 0 to 1, which is the weight of a word of one element. */
  weightOf(id: number): number {
    return this.#weights[id] ?? 0;
  }
}
