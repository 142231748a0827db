/** Folders where build tools put files with a content hash in the name. */
const BUILD_FOLDER =
  /(^|\/)(assets|static|media|chunks|immutable|build|dist|js|css|fonts|img|_app|_astro|_next|_nuxt)\//;
/** webpack, Parcel, Next.js: a separate part of eight or more hexadecimal digits. */
const HEX_PART = /(?:^|[-._~])([0-9a-f]{8,64})(?=[-.])/g;
/** Vite, Rollup, esbuild, Astro: exactly eight characters before the extension. */
const SHORT_HASH = /[-.]([\w-]{8})(?:\.[a-z0-9]{1,8}){1,2}$/;

/** Identifies an object whose content may change. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Pages and data, which builds write without a hash. */
const NEVER = /\.(html?|json|xml|txt|csv)$/i;

/** A word followed by a number (`chapter12`, `DSC01234`) is a chosen name, not a hash. */
const isNumberedWord = (text: string) => /^[A-Za-z_-]+\d+$/.test(text);
const isMixed = (text: string) => /\d/.test(text) && /[A-Za-z]/.test(text) && !isNumberedWord(text);

function hasShortHash(name: string): boolean {
  const hash = SHORT_HASH.exec(name)?.[1] ?? '';
  return isMixed(hash) && (/^[A-Z2-7]{8}$/.test(hash) || (/[a-z]/.test(hash) && /[A-Z]/.test(hash)));
}

/**
 * Returns whether a file name contains a hash of the content, so that the file may be cached forever. When in doubt
 * returns false: a revalidation costs a round trip, a stale file would stay for a year.
 */
export function isFingerprinted(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(UUID, '');
  if (NEVER.test(name)) return false;
  const isBuilt = BUILD_FOLDER.test(path);
  for (const { index, 1: part = '' } of name.matchAll(HEX_PART)) {
    // Without a prefix it may be an object's id.
    if (isMixed(part) && (index > 0 || isBuilt)) return true;
  }
  return isBuilt && hasShortHash(name);
}
