/** Characters that Windows, or a zip, does not keep in a name. */
// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const FORBIDDEN = /[<>:"/\\|?*\u0000-\u001f]/g;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Returns a name that every system accepts. */
export const portable = (segment: string) =>
  segment.replace(FORBIDDEN, '_').replace(DEVICE, '$&_').replace(/[. ]$/, '_');

/** Equal for names that a disk without case, or with another Unicode form, cannot keep apart. */
const keyOf = (name: string) => name.normalize('NFC').toLowerCase();

function foldersOf(name: string): string[] {
  const folders: string[] = [];
  for (let end = name.indexOf('/'); end !== -1; end = name.indexOf('/', end + 1))
    folders.push(name.slice(0, end));
  return folders;
}

/** `img/Logo.png` becomes `img/Logo (2).png`. */
function numbered(name: string, number: number): string {
  const [, stem = name, extension = ''] = /^(.*[^/])(\.[^./]+)$/s.exec(name) ?? [];
  return `${stem} (${number})${extension}`;
}

/**
 * Returns the path in an archive of each path of a version, so that every disk can hold the files: without forbidden
 * characters, and a number behind names that differ from an earlier one by case only.
 */
export function archiveNames(paths: readonly string[]): Map<string, string> {
  const plain = paths.map((path) => path.split('/').map(portable).join('/'));
  const taken = new Set(plain.flatMap(foldersOf).map(keyOf));
  // Thousands of names may differ by case only.
  const lastNumbers = new Map<string, number>();

  function freeName(name: string): string {
    let free = name;
    let number = lastNumbers.get(keyOf(name)) ?? 1;
    while (taken.has(keyOf(free))) free = numbered(name, ++number);
    lastNumbers.set(keyOf(name), number);
    taken.add(keyOf(free));
    return free;
  }

  return new Map(paths.map((path, at) => [path, freeName(plain[at] ?? path)]));
}
