import path from 'node:path';
import type { Log } from '../../platform/log.ts';
import { type Asset, createAsset } from '../../platform/serving/assets.ts';
import { readIfBuilt } from '../../platform/serving/builtFiles.ts';
import { typeOf } from '../../platform/serving/types.ts';

const BUILT = path.resolve(import.meta.dirname, '../../../../web/dist-handed-over');

/** Where the scripts and styles of the pages are on a content origin. Reserved: no file may use it. */
export const ASSETS = '/__stagelink/pages/';
/** The URLs have no content hash, so browsers may cache them only briefly. */
const CACHING = 'max-age=600';
const LICENCES = '/licences.md';

/** Loads what the pages of handed-over files need, by path. Empty, with a log message, if it was not built. */
export function loadPageAssets(
  log: Log,
  headers: readonly string[],
  folder = BUILT,
): ReadonlyMap<string, Asset> {
  const files = readIfBuilt(folder);
  if (files.size === 0) {
    log.warn(
      'The pages of handed-over files are not built, so they cannot be shown. Run: npm run build -w web',
    );
  }
  const assets = new Map<string, Asset>();
  for (const [name, file] of files) {
    if (name !== LICENCES)
      assets.set(ASSETS + name.slice(1), createAsset(file, typeOf(name), CACHING, headers));
  }
  return assets;
}
