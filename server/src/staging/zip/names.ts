import { collisionKey, fileAndFolder, pathProblem } from '@stagelink/shared/contracts/paths';
import { refused } from './refusals.ts';

/** The names of an archive's entries, refused as they come when one cannot stand beside the others. */
export class Names {
  readonly #seen = new Map<string, string>();
  readonly #files: string[] = [];

  get files(): number {
    return this.#files.length;
  }

  get entries(): number {
    return this.#seen.size;
  }

  /** The path an entry stands for, and whether it is a folder. */
  add(name: string): { path: string; isFolder: boolean } {
    const isFolder = name.endsWith('/');
    const path = isFolder ? name.slice(0, -1) : name;
    const problem = pathProblem(path);
    if (problem !== null) throw refused(name, problem);
    const key = collisionKey(path);
    const twin = this.#seen.get(key);
    if (twin !== undefined) {
      throw refused(
        name,
        twin === path ? 'is in it twice' : `differs from “${twin}” only by case or accents`,
      );
    }
    this.#seen.set(key, path);
    if (!isFolder) this.#files.push(key);
    return { path, isFolder };
  }

  /** To be asked at the end: no file may also be a folder of another. */
  checkFolders(): void {
    const clash = fileAndFolder(this.#files);
    if (clash !== null) throw refused(this.#seen.get(clash) ?? clash, 'is both a file and a folder');
  }
}
