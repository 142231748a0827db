/** More than a person drops at once; older ones are forgotten. */
const KEPT = 100;

/** Paths of folders that were dropped on the window, by a token that the window sends in place of them. */
export class DroppedFolders {
  readonly #paths = new Map<string, string>();

  put(token: string, path: string): void {
    this.#paths.set(token, path);
    const [oldest = ''] = this.#paths.keys();
    if (this.#paths.size > KEPT) this.#paths.delete(oldest);
  }

  /** Returns the path once. */
  take(token: string): string | undefined {
    const path = this.#paths.get(token);
    this.#paths.delete(token);
    return path;
  }
}
