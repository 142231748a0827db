import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { addressedTo, type AddressEntry, IN_BROWSER, IN_EDITOR } from './addressed.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** A packaged extension. */
export interface Packaged {
  version: string;
  file: Buffer;
  etag: string;
}

const Manifest = z.object({ version: z.string().min(1) });

/** Returns a function that reads the package for editors once, on first use; null if there is none. */
export const packagedExtension = (serverUrl: string, folder = path.join(ROOT, 'extension')) =>
  packaged({ serverUrl, folder, name: 'dist/stagelink.vsix', address: IN_EDITOR });

/** The same for the package for Chromium. */
export const packagedCapture = (serverUrl: string, folder = path.join(ROOT, 'capture')) =>
  packaged({ serverUrl, folder, name: 'dist/stagelink-capture.zip', address: IN_BROWSER });

/** The same for the package for Firefox. */
export const packagedFirefoxCapture = (serverUrl: string, folder = path.join(ROOT, 'capture')) =>
  packaged({ serverUrl, folder, name: 'dist/stagelink-capture-firefox.zip', address: IN_BROWSER });

interface Package {
  serverUrl: string;
  folder: string;
  name: string;
  address: AddressEntry;
}

function packaged({ serverUrl, folder, name, address }: Package): () => Promise<Packaged | null> {
  const file = path.join(folder, name);
  let known: (Packaged & { modified: number }) | undefined;

  async function load(modified: number): Promise<Packaged> {
    const [packed, manifest] = await Promise.all([
      readFile(file),
      readFile(path.join(folder, 'package.json'), 'utf8'),
    ]);
    const { version } = Manifest.parse(JSON.parse(manifest));
    const bytes = await addressedTo(serverUrl, address, packed);
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
    known = { version, file: bytes, etag, modified };
    return known;
  }

  return async () => {
    try {
      const { mtimeMs } = await stat(file);
      return known?.modified === mtimeMs ? known : await load(mtimeMs);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
      return null;
    }
  };
}
