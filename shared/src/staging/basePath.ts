import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Emit } from './events.ts';

/** Scripts and styles stand at the top of a page. */
const HEAD_BYTES = 64 * 1024;
/** What a page cannot do without: its scripts and its styles, named from the root of the site. */
const LOADED = /<(?:script|link)\b[^>]*?\s(?:src|href)=["']?\/(?!\/)([^"'\s>?#]+\.(?:m?js|css))\b/gi;
const SEGMENTS = 3;
const NOTHING = { buffer: Buffer.alloc(0), bytesRead: 0 };

/** Empty when it cannot be read, which is reported once all files were read. */
async function headOf(file: string): Promise<string> {
  const page = await open(file).catch(() => null);
  try {
    const { buffer, bytesRead } = (await page?.read(Buffer.alloc(HEAD_BYTES))) ?? NOTHING;
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await page?.close();
  }
}

/** What stands in the address before the path of a file that is there; null when the file is not there at all. */
function baseBefore(loaded: string, paths: ReadonlySet<string>): string | null {
  const parts = loaded.split('/');
  for (let length = 1; length <= SEGMENTS && length < parts.length; length += 1) {
    if (paths.has(parts.slice(length).join('/'))) return `/${parts.slice(0, length).join('/')}/`;
  }
  return null;
}

/**
 * Says once that the first page looks for its files below a base path, such as the one a build for GitHub Pages gets,
 * while a snapshot is served from the root of its site. It is staged all the same.
 */
export async function reportBasePath(output: string, files: readonly string[], emit: Emit): Promise<void> {
  if (!files.includes('index.html')) return;
  const paths = new Set(files);
  const head = await headOf(path.join(output, 'index.html'));
  for (const [, loaded = ''] of head.matchAll(LOADED)) {
    const base = paths.has(loaded) ? null : baseBefore(loaded, paths);
    if (base !== null) return emit({ type: 'base_path', base });
  }
}
