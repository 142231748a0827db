import { handedOverPaths } from '@stagelink/shared/domain/handedOver';
import { collisionKey } from '@stagelink/shared/domain/paths';
import { isPagePath, pagePaths, type StartPage, startPageOf } from '@stagelink/shared/domain/startPage';

/** The files of a version by manifest path. */
export type Files<F> = ReadonlyMap<string, F>;

/** Finds the files of a version. What few requests need is derived when it is first asked for. */
export class Directory<F> {
  readonly #files: Files<F>;
  /** Files by key without case; null where several files have the same. */
  #caseless: Map<string, F | null> | undefined;
  #pages: readonly string[] | undefined;
  #handedOver: readonly string[] | undefined;
  #start: StartPage | undefined;

  constructor(files: Files<F>) {
    this.#files = files;
  }

  /** Finds a file under either Unicode normalization: a page may use another one than the upload. */
  find(path: string): F | undefined {
    const file = this.#files.get(path);
    // oxlint-disable-next-line no-control-regex -- plain ASCII has only one spelling
    if (file || /^[\u0000-\u007f]*$/.test(path)) return file;
    return this.#files.get(path.normalize('NFC')) ?? this.#files.get(path.normalize('NFD'));
  }

  /** Finds the only file whose path differs by nothing but case and accents' spelling. */
  findInAnyCase(path: string): F | undefined {
    this.#caseless ??= this.#withoutCase();
    return this.#caseless.get(collisionKey(path)) ?? undefined;
  }

  /** Paths of the pages that a person may look for, in order. */
  get pages(): readonly string[] {
    return (this.#pages ??= this.handedOver.length > 0 ? this.handedOver : pagePaths(this.#files.keys()));
  }

  /** Paths of the files that hosting shows as pages, in order; none where the version has HTML. */
  get handedOver(): readonly string[] {
    return (this.#handedOver ??= this.#findHandedOver());
  }

  #findHandedOver(): readonly string[] {
    const paths = [...this.#files.keys()];
    return paths.some(isPagePath) ? [] : handedOverPaths(paths);
  }

  get start(): StartPage {
    return (this.#start ??= startPageOf(this.#files.keys()));
  }

  /** Whether a folder, whose path ends with a slash, holds no more than one page, however deep. */
  isOnePage(folder: string): boolean {
    let count = 0;
    for (const page of this.pages) {
      if (page.startsWith(folder)) count += 1;
      if (count > 1) return false;
    }
    return true;
  }

  #withoutCase(): Map<string, F | null> {
    const caseless = new Map<string, F | null>();
    for (const [path, file] of this.#files) {
      const key = collisionKey(path);
      caseless.set(key, caseless.has(key) ? null : file);
    }
    return caseless;
  }
}
