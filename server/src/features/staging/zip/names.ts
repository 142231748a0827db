import { collisionKey, fileAndFolder, pathProblem } from '@stagelink/shared/domain/paths';
import { invalidEntry } from './errors.ts';

/** Collects the names of an archive's entries and rejects conflicts. */
export class Names {
  readonly #seen = new Map<string, string>();
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
    const key = collisionKey(path);
    const twin = this.#seen.get(key);
    if (twin !== undefined) {
      throw invalidEntry(
        name,
        twin === path ? 'is contained twice' : `differs from “${twin}” only by case or accents`,
      );
    }
    this.#seen.set(key, path);
    if (!isFolder) this.#files.push(key);
    return { path, isFolder };
  }

  /** Call at the end: no file may also be the folder of another entry. */
  checkFolders(): void {
    const clash = fileAndFolder(this.#files);
    if (clash !== null) throw invalidEntry(this.#seen.get(clash) ?? clash, 'is both a file and a folder');
  }
}
