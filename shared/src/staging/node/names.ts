import { unportablePaths } from '../../domain/paths.ts';
import type { Emit } from '../core/events.ts';

const NAMED = 3;

/** Reports once which names some disks cannot save. They are staged all the same. */
export function reportNames(paths: readonly string[], emit: Emit): void {
  const names = unportablePaths(paths);
  if (names.length > 0) {
    emit({ type: 'unportable_names', files: names.length, first: names.slice(0, NAMED) });
  }
}
