/** Bytes of a page in which its base path shows: scripts and styles are near the top. */
export const BASE_PATH_BYTES = 64 * 1024;

const BASE_ELEMENT = /<base\b[^<>]*?\shref=["']?(\/[^"'\s>?#]+\/)["'\s>]/i;
/** Addresses from the root in elements that load something, and in the imports of a script. */
const LOADED =
  /<(?:script|link|img|source|video|audio|iframe|embed)\b[^<>]*?\s(?:src|href)=["']?\/(?!\/)([^"'\s>?#]+\.\w{1,8})["'\s>?#]/gi;
const IMPORTED = /\b(?:import|from)\s*(?:\(\s*)?["']\/(?!\/)([^"'\s?#]+\.m?js)["']/g;
const SEGMENTS = 3;

/** Returns the prefix of an address before the path of an existing file; null when no file matches. */
function baseBefore(loaded: string, paths: ReadonlySet<string>): string | null {
  const parts = loaded.split('/');
  for (let length = 1; length <= SEGMENTS && length < parts.length; length += 1) {
    if (paths.has(parts.slice(length).join('/'))) return `/${parts.slice(0, length).join('/')}/`;
  }
  return null;
}

function baseOfAddresses(page: string, paths: ReadonlySet<string>): string | null {
  let base: string | null = null;
  for (const pattern of [LOADED, IMPORTED]) {
    for (const [, loaded = ''] of page.matchAll(pattern)) {
      if (paths.has(loaded)) return null;
      base ??= baseBefore(loaded, paths);
    }
  }
  return base;
}

/**
 * Returns the path below which a site expects to be served, such as `/repo/` of a build for GitHub Pages; null for the
 * root. `page` is the beginning of its first page, `paths` are all of its files. A folder of that name speaks against
 * it, and so does an address that exists at the root.
 */
export function basePathOf(page: string, paths: ReadonlySet<string>): string | null {
  const base = BASE_ELEMENT.exec(page)?.[1] ?? baseOfAddresses(page, paths);
  if (base === null || !/^(\/[\w.~-]+)+\/$/.test(base) || /\/\.\.?\//.test(base)) return null;
  const folder = base.slice(1);
  for (const path of paths) if (path.startsWith(folder)) return null;
  return base;
}
