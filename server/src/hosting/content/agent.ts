import path from 'node:path';
import { AGENT_PATHS } from '@stagelink/shared/preview/handshake';
import type { Log } from '../../platform/log.ts';
import { type Asset, createAsset } from '../../platform/serving/assets.ts';
import { readIfBuilt } from '../../platform/serving/builtFiles.ts';

const BUILT = path.resolve(import.meta.dirname, '../../../../web/dist-agent');

/** The URL has no content hash, so browsers may cache it only briefly. */
const CACHING = 'max-age=600';
const TYPE = 'text/javascript; charset=utf-8';

/** Loads the built preview agent by path. Empty, with a log message, if it was not built. */
export function loadAgent(log: Log, headers: readonly string[], folder = BUILT): ReadonlyMap<string, Asset> {
  const files = readIfBuilt(folder);
  const parts = new Map<string, Asset>();
  for (const part of AGENT_PATHS) {
    const file = files.get(`/${path.posix.basename(part)}`);
    if (file) parts.set(part, createAsset(file, TYPE, CACHING, headers));
  }
  if (parts.size === AGENT_PATHS.length) return parts;
  log.warn(
    'The preview agent is not built, so previews cannot connect to the viewer. Run: npm run build -w web',
  );
  return new Map();
}
