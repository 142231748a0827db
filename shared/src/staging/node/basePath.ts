import { open } from 'node:fs/promises';
import path from 'node:path';
import { BASE_PATH_BYTES, basePathOf } from '../../domain/basePath.ts';
import type { Emit } from '../core/events.ts';

const NOTHING = { buffer: Buffer.alloc(0), bytesRead: 0 };

/** Returns an empty text when the file cannot be read; reading all files reports that later. */
async function headOf(file: string): Promise<string> {
  const page = await open(file).catch(() => null);
  try {
    const { buffer, bytesRead } = (await page?.read(Buffer.alloc(BASE_PATH_BYTES))) ?? NOTHING;
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await page?.close();
  }
}

/** Reports once that the first page expects a base path, as a build for GitHub Pages does: the link opens there. */
export async function reportBasePath(output: string, files: readonly string[], emit: Emit): Promise<void> {
  if (!files.includes('index.html')) return;
  const base = basePathOf(await headOf(path.join(output, 'index.html')), new Set(files));
  if (base !== null) emit({ type: 'base_path', base });
}
