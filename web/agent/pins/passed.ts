import { own } from './own.ts';

interface Storage {
  /** Passes a string to the next document; `kept` is the one of the previous document. */
  keep: (word: string) => void;
  kept: string | null;
}

interface Kept {
  /** What the next document is to show. */
  shown: string | null;
  /** Parameters that the page adds to its own address. */
  ownQuery: string[];
}

/** What a document of the prototype passes to the next one. */
export function createPassed({ keep, kept }: Storage) {
  const next: Kept = { shown: null, ownQuery: [] };
  const before = kept === null ? next : (JSON.parse(kept) as Kept);
  const write = () => keep(JSON.stringify(next));

  return {
    ...before,
    keepShown(word: string): void {
      next.shown = word;
      write();
    },
    whenLeaving(ownQuery: () => string[]): void {
      own.listen(window, 'pagehide', () => {
        next.ownQuery = ownQuery();
        if (next.ownQuery.length > 0) write();
      });
    },
  };
}
