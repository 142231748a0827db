import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { VersionDownload } from '@stagelink/shared/contracts/downloads';
import type { App } from '../../platform/context.ts';
import { locate, openBlob, readBlob } from '../../platform/blobs/read.ts';
import type { ZipEntry } from '../../platform/http/zip.ts';
import { archiveNames } from './archiveNames.ts';

/** Located together: a pack may be replaced while the others are sent. */
const PORTION = 200;
/** Smaller files are read at once. */
const STREAMED_BYTES = 256 * 1024;

type Reading = Pick<App, 'db' | 'blobs'>;

/** A version's files, and their paths in its archive. */
export interface Download {
  files: readonly ManifestFile[];
  names: ReadonlyMap<string, string>;
}

export const prepareDownload = (files: readonly ManifestFile[]): Download => ({
  files,
  names: archiveNames(files.map(({ path }) => path)),
});

export function describeDownload({ files, names }: Download, fileName: string): VersionDownload {
  return {
    fileName,
    fileCount: files.length,
    totalBytes: files.reduce((sum, { size }) => sum + size, 0),
    renamed: [...names].flatMap(([path, name]) => (path === name ? [] : [{ path, name }])),
  };
}

/** Yields the files with the bytes that were staged. */
export async function* entriesOf(app: Reading, { files, names }: Download): AsyncGenerator<ZipEntry> {
  for (let at = 0; at < files.length; at += PORTION) {
    const portion = files.slice(at, at + PORTION);
    const places = await locate(app.db, [...new Set(portion.map(({ sha256 }) => sha256))]);
    for (const { path, sha256 } of portion) {
      const place = places.get(sha256)?.get('identity');
      if (!place) throw new Error(`The bytes of ${sha256} are gone`);
      const read = place.size < STREAMED_BYTES ? readBlob : openBlob;
      yield { name: names.get(path) ?? path, content: await read(app, place) };
    }
  }
}
