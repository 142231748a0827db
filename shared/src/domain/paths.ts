import { PATH_BYTES, PATH_DEPTH, PATH_SEGMENT_BYTES } from '../contracts/limits.ts';

const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i;
/**
 * Control characters, and invisible ones that make a name look like another. Not among them are the joiners U+200C and
 * U+200D, which are parts of letters and emoji.
 */
// oxlint-disable-next-line no-control-regex -- rejecting control characters is the purpose
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/;
/** Root of a disk of Windows, or of any other. */
const ROOT = /^([a-z]:)?[/\\]/i;
// oxlint-disable-next-line no-control-regex -- replacing control characters is the purpose
const REFUSED_CHARACTERS = /[\\/:*?"<>|\u0000-\u001f]/g;
/** What Windows does not take in a name. */
const NOT_ON_WINDOWS = /[\\:*?"<>|]|[. ](\/|$)/;

/** Returns the UTF-8 length, or null for a text with half a surrogate pair. */
export function utf8Length(text: string): number | null {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) return null;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function segmentProblem(segment: string): string | null {
  if (segment === '') return 'has an empty part';
  // A UTF-16 unit takes at most three bytes, so most segments need no counting.
  if (segment.length * 3 > PATH_SEGMENT_BYTES && (utf8Length(segment) ?? 0) > PATH_SEGMENT_BYTES)
    return `has a part longer than ${PATH_SEGMENT_BYTES} bytes`;
  // Where a backslash separates folders, too, a name must not climb out.
  const step = segment.split('\\').find((name) => name === '.' || name === '..');
  return step === undefined ? null : `has a part named “${step}”`;
}

/**
 * Returns what is wrong with a file's path in a snapshot, as the end of a sentence (“has an empty part”),
 * or null. A path is relative, with `/` between its parts. Clients check before sending; the server checks
 * again. What only some disks refuse is served: see `isPortable`.
 */
export function pathProblem(path: string): string | null {
  const bytes = utf8Length(path);
  if (bytes === null) return 'is not valid Unicode';
  if (bytes === 0) return 'is empty';
  if (bytes > PATH_BYTES) return `is longer than ${PATH_BYTES} bytes`;
  if (UNSEEN.test(path)) return 'has control or invisible characters';
  if (ROOT.test(path)) return 'starts at the root';
  const segments = path.split('/');
  if (segments.length > PATH_DEPTH) return `is more than ${PATH_DEPTH} folders deep`;
  for (const segment of segments) {
    const problem = segmentProblem(segment);
    if (problem) return problem;
  }
  return null;
}

/**
 * Whether a path exists on a disk of Windows as it is. Rule: “Naming Files, Paths, and Namespaces” (Microsoft Learn).
 */
export const isPortable = (path: string): boolean =>
  !NOT_ON_WINDOWS.test(path) && !path.split('/').some((segment) => DEVICE.test(segment));

/** Returns a part of a path, or a file's name, with `_` in place of what a disk of Windows refuses. */
export const portableName = (name: string): string =>
  name.replace(REFUSED_CHARACTERS, '_').replace(DEVICE, '$&_').replace(/[. ]$/, '_');

/** Returns the paths that some disks do not take as they are: names of Windows, and twins that differ only by case. */
export function unportablePaths(paths: Iterable<string>): string[] {
  const keys = new Set<string>();
  return [...paths].filter((path) => {
    const key = collisionKey(path);
    const isTwin = keys.has(key);
    keys.add(key);
    return isTwin || !isPortable(path);
  });
}

/** Returns a key that is equal for paths that collide on a disk that ignores case or Unicode form. */
export function collisionKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Returns the first file that is also a folder of another file, or null. */
export function fileAndFolder(paths: Iterable<string>): string | null {
  // A folder's contents directly follow its name if the separator sorts first. A set of every folder
  // of every file would take 64 times the memory.
  const sorted = Array.from(paths, (path) => path.replaceAll('/', '\0')).sort();
  const clash = sorted.find((path, at) => sorted[at + 1]?.startsWith(`${path}\0`));
  return clash?.replaceAll('\0', '/') ?? null;
}

/**
 * Returns the first problem of a list of paths: an invalid path, a duplicate, or a file that is also a folder. Null
 * when the list is valid. Paths that differ only by case are different files.
 */
export function pathsProblem(paths: Iterable<string>): { path: string; problem: string } | null {
  const files = new Set<string>();
  for (const path of paths) {
    const problem = files.has(path) ? 'is listed twice' : pathProblem(path);
    if (problem) return { path, problem };
    files.add(path);
  }
  const clash = fileAndFolder(files);
  return clash === null ? null : { path: clash, problem: 'is both a file and a folder' };
}

/** Returns the one folder that all paths start with, or null when there is none. */
export function commonFolder(paths: readonly string[]): string | null {
  const [first = ''] = paths;
  const end = first.indexOf('/');
  const folder = first.slice(0, Math.max(0, end));
  return folder !== '' && paths.every((path) => path.startsWith(`${folder}/`)) ? folder : null;
}
