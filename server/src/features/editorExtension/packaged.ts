import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';

const FOLDER = path.resolve(import.meta.dirname, '../../../../extension');

/** The packaged editor extension. */
export interface Packaged {
  version: string;
  file: Buffer;
  etag: string;
}

const Manifest = z.object({ version: z.string().min(1) });

/** Returns a function that reads the package once, on first use; null if there is none. */
export function packagedExtension(folder = FOLDER): () => Promise<Packaged | null> {
  const file = path.join(folder, 'dist/stagelink.vsix');
  let known: (Packaged & { modified: number }) | undefined;

  async function load(modified: number): Promise<Packaged> {
    const [bytes, manifest] = await Promise.all([
      readFile(file),
      readFile(path.join(folder, 'package.json'), 'utf8'),
    ]);
    const { version } = Manifest.parse(JSON.parse(manifest));
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
