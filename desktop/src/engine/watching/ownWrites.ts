interface Build {
  from: number;
  to: number;
  written: Set<string>;
}

const NO_BUILD: Build = { from: Infinity, to: -Infinity, written: new Set() };

/**
 * Tells what a person changed from what the folder's own build writes among its sources. What changes during two builds
 * in a row, and never while none runs, is written by the build: to build again because of it would never end.
 */
export class OwnWrites {
  private before = NO_BUILD;
  private last = NO_BUILD;
  private readonly persons = new Set<string>();

  buildBegan(at: number): void {
    this.before = this.last;
    this.last = { from: at, to: Infinity, written: new Set() };
  }

  buildEnded(at: number): void {
    this.last.to = Math.min(this.last.to, at);
  }

  isDuringBuild(changedAt: number): boolean {
    return changedAt >= this.last.from && changedAt <= this.last.to;
  }

  /** `changedAt` is the file's own time: a notice of it may come much later. */
  isNews(file: string, changedAt: number): boolean {
    if (!this.isDuringBuild(changedAt)) {
      this.persons.add(file);
      return true;
    }
    this.last.written.add(file);
    return this.persons.has(file) || !this.before.written.has(file);
  }
}
