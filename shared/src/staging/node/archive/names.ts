import { fileAndFolder, pathProblem } from '../../../domain/paths.ts';
import { ZipPaths } from '../../../domain/zipNames.ts';
import { invalidEntry } from './errors.ts';

/** Collects the names of an archive's entries and rejects conflicts. */
export class Names {
  readonly #seen = new Set<string>();
  readonly #files: string[] = [];
  readonly #paths = new ZipPaths();

  get files(): number {
    return this.#files.length;
  }

  get entries(): number {
    return this.#seen.size;
  }

  /** Returns the path of an entry and whether it is a folder; the archive's own folder has an empty path. */
  add(name: string): { path: string; isFolder: boolean } {
    const entry = this.#paths.pathOf(name);
    if ('problem' in entry) throw invalidEntry(name, entry.problem);
    const { path, isFolder } = entry;
    const problem = path === '' ? null : pathProblem(path);
    if (problem !== null) throw invalidEntry(name, problem);
    if (this.#seen.has(path)) throw invalidEntry(name, 'is contained twice');
    this.#seen.add(path);
    if (!isFolder) this.#files.push(path);
    return { path, isFolder };
  }

  /** Call at the end: no file may also be the folder of another entry. */
  checkFolders(): void {
    const clash = fileAndFolder(this.#files);
    if (clash !== null) throw invalidEntry(clash, 'is both a file and a folder');
  }
}
