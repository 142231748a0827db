import { setImmediate as turn } from 'node:timers/promises';
import { locate, openBlob } from '../../platform/blobs/read.ts';
import type { App } from '../../platform/context.ts';

/** Longer texts, and those beyond the sum, are not read: the files they name are revalidated. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
const TEXT = /\.(html?|xhtml|m?js|css|json|webmanifest)$/i;
/** The parts of a file name between its dots, and a hash that a script puts into a name. */
const WORD = /[\w-]{6,}/g;
const UNFINISHED = /[\w-]{0,200}$/;

interface TextFile {
  path: string;
  size: number;
  sha256: string;
}

/** Pages first: most files are named in them. */
const pagesFirst = (a: TextFile, b: TextFile) =>
  Number(/html?$/i.test(b.path)) - Number(/html?$/i.test(a.path)) || a.size - b.size;

function readable(files: readonly TextFile[]): TextFile[] {
  const chosen = new Map<string, TextFile>();
  let bytes = 0;
  for (const file of files.filter(({ path }) => TEXT.test(path)).toSorted(pagesFirst)) {
    if (file.size > MAX_TEXT_BYTES || chosen.has(file.sha256)) continue;
    bytes += file.size;
    if (bytes > MAX_TOTAL_BYTES) break;
    chosen.set(file.sha256, file);
  }
  return [...chosen.values()];
}

/** Removes from `wanted` what occurs in the text as a whole word. */
async function strike(wanted: Set<string>, text: AsyncIterable<Buffer>): Promise<void> {
  let rest = '';
  for await (const chunk of text) {
    const part = rest + chunk.toString('latin1');
    rest = UNFINISHED.exec(part)?.[0] ?? '';
    for (const [word] of part.slice(0, part.length - rest.length).matchAll(WORD)) wanted.delete(word);
    await turn();
  }
  for (const [word] of rest.matchAll(WORD)) wanted.delete(word);
}

/** Returns which of these words occur in pages, scripts, styles or manifests of a version. */
export async function findReferences(
  app: Pick<App, 'db' | 'blobs'>,
  files: readonly TextFile[],
  words: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<Set<string>> {
  const unseen = new Set(words);
  const texts = readable(files);
  const located = await locate(
    app.db,
    texts.map(({ sha256 }) => sha256),
  );
  for (const { sha256 } of texts) {
    signal?.throwIfAborted();
    if (unseen.size === 0) break;
    const place = located.get(sha256)?.get('identity');
    if (place) await strike(unseen, await openBlob(app, place));
  }
  return new Set([...words].filter((word) => !unseen.has(word)));
}
