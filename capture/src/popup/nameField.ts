import { input } from './dom.ts';

const NAME_MAX = 120;

/** The name of the snapshot, which follows the page until the user changes it. */
export class NameField {
  #suggested = '';

  suggest(title: string): void {
    const field = input('name');
    if (field.value !== this.#suggested) return;
    this.#suggested = title.trim().slice(0, NAME_MAX);
    field.value = this.#suggested;
  }

  /** The next page may name it again. */
  release(): void {
    this.#suggested = input('name').value;
  }

  /** A new version keeps the name of its snapshot unless the user wrote another. */
  valueFor(snapshotId: string | null): string {
    const name = input('name').value.trim();
    return snapshotId !== null && name === this.#suggested.trim() ? '' : name;
  }
}
