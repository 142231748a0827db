import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

/** Built folders that a server serves. */
const FOLDERS = ['dist', 'dist-agent', 'dist-handed-over'];
const COMPRESSIBLE = /\.(js|css|html|json|md|svg|txt)$/;
/** Pages and manifests that the server reads at its start and never sends as they are. */
const NOT_SENT = /^(index\.html|pages\.json|docs\.json|\.vite[\\/].*)$/;
/** A server replaces this in a text before it sends it. */
const PLACEHOLDER = '{APP_URL}';
/** Shorter bodies fit one packet either way. */
const WORTH_COMPRESSING_BYTES = 512;

/** The strongest setting of each format, by the extension of its files. */
const FORMATS: Record<string, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  zst: (body) =>
    promisify(zstdCompress)(body, {
      params: { [constants.ZSTD_c_compressionLevel]: 19 },
      pledgedSrcSize: body.length,
    }),
  gz: (body) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
};

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

async function precompress(file: string): Promise<void> {
  const body = await readFile(file);
  if (body.length < WORTH_COMPRESSING_BYTES || body.includes(PLACEHOLDER)) return;
  for (const [extension, compress] of Object.entries(FORMATS)) {
    const compressed = await compress(body);
    if (compressed.length < body.length) await writeFile(`${file}.${extension}`, compressed);
  }
}

for (const folder of FOLDERS.map((name) => path.join(import.meta.dirname, name))) {
  const files = (await filesIn(folder)).filter((file) => COMPRESSIBLE.test(file) && !NOT_SENT.test(file));
  await Promise.all(files.map((file) => precompress(path.join(folder, file))));
}
