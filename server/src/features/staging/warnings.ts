import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import { unportablePaths } from '@stagelink/shared/domain/paths';
import { parseRedirects, REDIRECTS_BYTES } from '@stagelink/shared/domain/redirects';
import { REDIRECTS_FILE } from '@stagelink/shared/domain/settingsFiles';
import { ignoredRulesText, unportableNamesText } from '@stagelink/shared/staging/core/describeEvent';
import { readBeginning } from '../../platform/blobs/read.ts';
import type { App } from '../../platform/context.ts';

/** Examples in a sentence. */
const NAMED = 3;

async function ignoredRules(app: Pick<App, 'db' | 'blobs'>, manifest: ManifestFile[]): Promise<string[]> {
  const file = manifest.find(({ path }) => path === REDIRECTS_FILE);
  if (!file) return [];
  const { ignored } = parseRedirects(await readBeginning(app, file, REDIRECTS_BYTES + 1));
  if (ignored.length === 0) return [];
  return [ignoredRulesText({ file: REDIRECTS_FILE, lines: ignored.length, first: ignored.slice(0, NAMED) })];
}

/** Returns what to check of a published version, in the sentences of the staging engine. */
export async function warningsOf(
  app: Pick<App, 'db' | 'blobs'>,
  manifest: ManifestFile[],
): Promise<string[]> {
  const names = unportablePaths(manifest.map(({ path }) => path));
  const unportable = { files: names.length, first: names.slice(0, NAMED) };
  return [
    ...(names.length > 0 ? [unportableNamesText(unportable)] : []),
    ...(await ignoredRules(app, manifest)),
  ];
}
