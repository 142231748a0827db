/** What may be an address in a page, a style, a script or a text: quoted, in parentheses, or an attribute's value. */
const CANDIDATE =
  /"([^"\n]{1,1000})"|'([^'\n]{1,1000})'|`([^`\n]{1,1000})`|\(([^()"'`\n]{1,1000})\)|=([^\s"'<>`=]{1,1000})/g;
const SCHEME = /^([a-z][a-z\d+.-]*:|\/\/|#)/i;

/** Returns a path without `.` and `..`; null when it leads out of the folder. */
function resolved(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.length === 0 ? null : parts.join('/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A `srcset` lists several addresses, each with its density. */
const addressesIn = (candidate: string): string[] => [
  candidate,
  ...candidate.split(',').flatMap((part) => part.trim().split(/\s+/)[0] ?? []),
];

/**
 * Returns paths that a file may refer to, relative to its folder's root: addresses relative to the file and, because
 * scripts write them so, relative to the root. Most of them are no paths; the caller looks which exist.
 */
export function referencesIn(text: string, file: string): Set<string> {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const paths = new Set<string>();
  for (const match of text.matchAll(CANDIDATE)) {
    const candidate = match.slice(1).find((group) => group !== undefined) ?? '';
    for (const address of addressesIn(candidate)) {
      if (SCHEME.test(address)) continue;
      const name = decoded(address.replace(/[?#].*$/, ''));
      for (const path of [resolved(name), name.startsWith('/') ? null : resolved(folder + name)]) {
        if (path !== null) paths.add(path);
      }
    }
  }
  return paths;
}
