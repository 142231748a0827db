import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Emit } from '../core/events.ts';

/** Scripts and styles are near the top of a page. */
const HEAD_BYTES = 64 * 1024;
/** Scripts and styles with a URL that starts at the site's root. */
const LOADED = /<(?:script|link)\b[^>]*?\s(?:src|href)=["']?\/(?!\/)([^"'\s>?#]+\.(?:m?js|css))\b/gi;
const SEGMENTS = 3;
const NOTHING = { buffer: Buffer.alloc(0), bytesRead: 0 };

/** Returns an empty text when the file cannot be read; reading all files reports that later. */
async function headOf(file: string): Promise<string> {
  const page = await open(file).catch(() => null);
  try {
    const { buffer, bytesRead } = (await page?.read(Buffer.alloc(HEAD_BYTES))) ?? NOTHING;
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await page?.close();
  }
}

/** Returns the URL's prefix before the path of an existing file; null when no file matches. */
function baseBefore(loaded: string, paths: ReadonlySet<string>): string | null {
  const parts = loaded.split('/');
  for (let length = 1; length <= SEGMENTS && length < parts.length; length += 1) {
    if (paths.has(parts.slice(length).join('/'))) return `/${parts.slice(0, length).join('/')}/`;
  }
  return null;
}

/**
 * Reports once when the first page loads its files below a base path, as a build for GitHub Pages does,
 * because snapshots are served from the root.
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
