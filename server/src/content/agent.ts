import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../log.ts';
import { type Asset, createAsset } from './assets.ts';

const AGENT_FILE = path.resolve(import.meta.dirname, '../../../web/dist-agent/agent.js');

/** The preview agent as `npm run build` made it; null, with a word in the log, when it was not built. */
export async function loadAgent(log: Log, headers: readonly string[]): Promise<Asset | null> {
  try {
    // Its address never changes, so browsers may keep it only for a while.
    return createAsset(await readFile(AGENT_FILE), 'text/javascript; charset=utf-8', 'max-age=600', headers);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    log.warn(
      'The preview agent is not built, so previews cannot talk to the viewer. Run: npm run build -w web',
    );
    return null;
  }
}
