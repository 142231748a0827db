import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import { unportablePaths } from '@stagelink/shared/domain/paths';
import { SETTINGS_RULES } from '@stagelink/shared/domain/settingsRules';
import { ignoredRulesText, unportableNamesText } from '@stagelink/shared/staging/core/describeEvent';
import { readBeginning } from '../../platform/blobs/read.ts';
import type { App } from '../../platform/context.ts';

/** Examples in a sentence. */
const NAMED = 3;

async function ignoredRules(app: Pick<App, 'db' | 'blobs'>, manifest: ManifestFile[]): Promise<string[]> {
  const texts: string[] = [];
  for (const { file, bytes, ignoredIn } of SETTINGS_RULES) {
    const found = manifest.find(({ path }) => path === file);
    const ignored = found ? ignoredIn(await readBeginning(app, found, bytes)) : [];
    const first = ignored.slice(0, NAMED);
    if (ignored.length > 0) texts.push(ignoredRulesText({ file, lines: ignored.length, first }));
  }
  return texts;
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
