import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SETTINGS_RULES } from '../../domain/settingsRules.ts';
import type { Emit } from '../core/events.ts';

const NAMED = 3;

/** Reports once for each file with rules, such as `_redirects`, which of them a snapshot does not follow. */
export async function reportIgnoredRules(
  output: string,
  paths: readonly string[],
  emit: Emit,
): Promise<void> {
  for (const { file, ignoredIn } of SETTINGS_RULES) {
    if (!paths.includes(file)) continue;
    // Reading all files reports one that cannot be read.
    const ignored = ignoredIn(await readFile(path.join(output, file), 'utf8').catch(() => ''));
    if (ignored.length === 0) continue;
    emit({ type: 'rules_ignored', file, lines: ignored.length, first: ignored.slice(0, NAMED) });
  }
}
