import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Encoding } from './negotiate.ts';

export const CODED = ['br', 'zstd', 'gzip'] as const satisfies Encoding[];
type Coded = (typeof CODED)[number];

export interface BuiltFile {
  body: Buffer;
  /** The same bytes as the build compressed them; empty if it did not. */
  compressed: ReadonlyMap<Coded, Buffer>;
}

/** Encodings by the extension that the build adds to a file's name. */
const ENCODINGS: Readonly<Record<string, Coded>> = { '.br': 'br', '.zst': 'zstd', '.gz': 'gzip' };

/** Returns a file that no build compressed. */
export const uncompressed = (body: Buffer): BuiltFile => ({ body, compressed: new Map() });

/** Synchronous, because nothing else happens at the start: hundreds of files take a tenth of the time. */
function readFolder(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = `/${path.relative(folder, file).split(path.sep).join('/')}`;
    if (entry.isFile() && !name.startsWith('/.')) files.set(name, readFileSync(file));
  }
  return files;
}

/** Reads a folder of built files, without hidden ones. Their names begin with a slash. */
export function readBuiltFiles(folder: string): Map<string, BuiltFile> {
  const contents = readFolder(folder);
  const files = new Map<string, BuiltFile>();
  for (const [name, body] of contents) {
    if (ENCODINGS[path.extname(name)] !== undefined && contents.has(name.slice(0, name.lastIndexOf('.'))))
      continue;
    const compressed = new Map<Coded, Buffer>();
    for (const [extension, encoding] of Object.entries(ENCODINGS)) {
      const bytes = contents.get(name + extension);
      if (bytes) compressed.set(encoding, bytes);
    }
    files.set(name, { body, compressed });
  }
  return files;
}

/** The same, empty for a folder that was not built. */
export function readIfBuilt(folder: string): Map<string, BuiltFile> {
  try {
    return readBuiltFiles(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw cause;
  }
}
