import { commonFolder } from '@stagelink/shared/domain/paths';
import {
  IGNORE_FILE,
  type IgnoreFile,
  ignoreFileEncoding,
  ignoreRules,
  type IgnoreRules,
} from '@stagelink/shared/staging/core/ignoreRules';
import { holdsKey, KEY_HEAD_BYTES, mayHoldKey } from '@stagelink/shared/staging/core/keyFiles';
import { selectFiles } from '@stagelink/shared/staging/core/leftOut';
import { AppError } from '../../platform/http/errors.ts';
import { fileOf, type IncomingFile, readBody, withHead } from './incoming.ts';

const IGNORE_FILE_BYTES = 256 * 1024;
/** Files that are left out are kept until the ignore file has arrived, which may bring them back. */
const KEPT_BYTES = 4 * 1024 * 1024;

const unreadable = (what: string, cause?: unknown) =>
  new AppError('invalid_input', `The ${IGNORE_FILE} ${what}, so nothing was published.`, { cause });

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder(ignoreFileEncoding(bytes), { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unreadable('is not a text in UTF-8 or UTF-16', cause);
  }
}

/** What is staged of an upload. A zipped folder means its contents. */
interface Result {
  /** Path in the snapshot by the name it arrived with. */
  paths: Map<string, string>;
  leftOut: string[];
}

/**
 * Selects the files of an upload while they arrive, in any order. Its ignore file may come last, and only at the
 * end is it known whether all files are in one folder, so `finish` decides again.
 */
export class UploadSelection {
  /** Files named like a key that are none. */
  readonly #presentations = new Set<string>();
  /** Every package.json so far. */
  readonly #packages = new Set<string>();
  #rules: IgnoreRules = this.#rulesWith([]);
  /** Folder of the first file that is staged, with a slash; empty when it is in none. */
  #top: string | undefined;
  readonly #leftOut: string[] = [];
  #kept: { path: string; bytes: Buffer }[] = [];
  #keptBytes = 0;
  #isAllKept = true;

  /** Yields the files to stage. Reads the others to their end. */
  async *select(files: AsyncIterable<IncomingFile>): AsyncGenerator<IncomingFile> {
    for await (const incoming of files) {
      const inner = this.#inner(incoming.path);
      if (inner === IGNORE_FILE) await this.#readRules(incoming);
      else {
        const file = mayHoldKey(inner) ? await this.#inspect(incoming, inner) : incoming;
        const exclusion = this.#rules(inner);
        if (/(^|\/)package\.json$/.test(inner)) this.#packages.add(inner);
        if (exclusion === null) yield file;
        else await this.#leaveOut(file, exclusion !== 'system');
      }
    }
    this.#enterHiddenFolder();
    for (const { path, bytes } of this.#kept) {
      if (this.#rules(this.#inner(path)) === null) yield fileOf(path, bytes);
    }
  }

  /** Decides about the files that were received, now that everything has arrived and their links are known. */
  finish(received: readonly string[], links: ReadonlySet<string>): Result {
    const files = received.filter((path) => !links.has(path));
    const folder = commonFolder(files);
    const inner = (path: string): string =>
      folder !== null && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
    const byPath = new Map(files.map((path) => [inner(path), path]));
    const { staged, leftOut } = selectFiles([...byPath.keys()], this.#rules);
    const others = selectFiles(this.#leftOut.map(inner), this.#rules).leftOut;
    return {
      paths: new Map(staged.map((path) => [byPath.get(path) ?? path, path])),
      leftOut: [...new Set([...leftOut, ...others, ...[...links].map(inner)])].sort(),
    };
  }

  #inner(path: string): string {
    const top = path.slice(0, path.indexOf('/') + 1);
    if (this.#top === undefined && this.#rules(top === '' ? path : top) === null) this.#top = top;
    return top !== '' && top === this.#top ? path.slice(top.length) : path;
  }

  /** A hidden folder is left out, unless everything is in it. */
  #enterHiddenFolder(): void {
    const folder = this.#top === undefined && this.#isAllKept ? commonFolder(this.#leftOut) : null;
    if (folder !== null) this.#top = `${folder}/`;
  }

  async #readRules(file: IncomingFile): Promise<void> {
    const bytes = await readBody(file, IGNORE_FILE_BYTES);
    if (bytes === null) throw unreadable('is too long');
    this.#rules = this.#rulesWith([{ prefix: '', text: decode(bytes) }]);
  }

  #rulesWith(files: readonly IgnoreFile[]): IgnoreRules {
    return ignoreRules(files, {
      isKey: (path) => !this.#presentations.has(path),
      has: (path) => this.#packages.has(path),
    });
  }

  async #leaveOut(file: IncomingFile, isNamed: boolean): Promise<void> {
    if (isNamed) this.#leftOut.push(file.path);
    const bytes = await readBody(file, KEPT_BYTES - this.#keptBytes);
    if (bytes === null) {
      this.#isAllKept = false;
      return;
    }
    this.#keptBytes += bytes.length;
    this.#kept.push({ path: file.path, bytes });
  }

  async #inspect(incoming: IncomingFile, inner: string): Promise<IncomingFile> {
    const { head, file } = await withHead(incoming, KEY_HEAD_BYTES);
    if (!holdsKey(head.toString('latin1', 0, KEY_HEAD_BYTES))) this.#presentations.add(inner);
    return file;
  }
}
