import { fileAndFolder, pathProblem } from '@stagelink/shared/domain/paths';
import { invalidEntry } from './errors.ts';

/** Collects the names of an archive's entries and rejects conflicts. */
export class Names {
  readonly #seen = new Set<string>();
  readonly #files: string[] = [];

  get files(): number {
    return this.#files.length;
  }

  get entries(): number {
    return this.#seen.size;
  }

  /** Returns the path of an entry and whether it is a folder. */
  add(name: string): { path: string; isFolder: boolean } {
    const isFolder = name.endsWith('/');
    const path = isFolder ? name.slice(0, -1) : name;
    const problem = pathProblem(path);
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
