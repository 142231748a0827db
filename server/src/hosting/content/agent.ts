import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AGENT_PATHS } from '@stagelink/shared/preview/handshake';
import type { Log } from '../../platform/log.ts';
import { type Asset, createAsset } from '../../platform/serving/assets.ts';

const BUILT = path.resolve(import.meta.dirname, '../../../../web/dist-agent');

async function load(file: string, headers: readonly string[]): Promise<Asset> {
  // The URL has no content hash, so browsers may cache it only briefly.
  return createAsset(await readFile(file), 'text/javascript; charset=utf-8', 'max-age=600', headers);
}

/** Loads the built preview agent by path. Empty, with a log message, if it was not built. */
export async function loadAgent(
  log: Log,
  headers: readonly string[],
  folder = BUILT,
): Promise<ReadonlyMap<string, Asset>> {
  try {
    const parts = AGENT_PATHS.map(
      async (part) => [part, await load(path.join(folder, path.basename(part)), headers)] as const,
    );
    return new Map(await Promise.all(parts));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    log.warn(
      'The preview agent is not built, so previews cannot connect to the viewer. Run: npm run build -w web',
    );
    return new Map();
  }
}
