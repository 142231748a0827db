import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseRedirects } from '../../domain/redirects.ts';
import { REDIRECTS_FILE } from '../../domain/settingsFiles.ts';
import type { Emit } from '../core/events.ts';

const NAMED = 3;

/** Reports once which rules of an output's `_redirects` a snapshot does not follow. */
export async function reportIgnoredRules(
  output: string,
  paths: readonly string[],
  emit: Emit,
): Promise<void> {
  if (!paths.includes(REDIRECTS_FILE)) return;
  // Reading all files reports one that cannot be read.
  const text = await readFile(path.join(output, REDIRECTS_FILE), 'utf8').catch(() => '');
  const { ignored } = parseRedirects(text);
  if (ignored.length === 0) return;
  const first = ignored.slice(0, NAMED);
  emit({ type: 'rules_ignored', file: REDIRECTS_FILE, lines: ignored.length, first });
}
